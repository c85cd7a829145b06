// Nothing typed is lost by a reload or by going back. A form names what it edits
// and the version it was loaded at: <form data-keep="table-7-v3">. A saved form
// comes back with another version, so what was kept for the old one is left alone.
// A field that has the focus and came with something in it is overwritten by typing;
// what was typed while the page was loading stays.
"use strict";

const KEPT = "input:not([type=hidden], [type=password], [type=file]), select, textarea";

function untouched(field) {
  if (field.type === "checkbox" || field.type === "radio") return false;
  if (field.tagName === "SELECT") return false;
  return field.name !== "" && field.value === field.defaultValue;
}

for (const form of document.querySelectorAll("form[data-keep]")) {
  const key = `ft:${form.dataset.keep}`;
  const kept = JSON.parse(sessionStorage.getItem(key) || "{}");
  const hasErrors = form.querySelector(".errorlist") !== null;

  for (const field of form.querySelectorAll(KEPT)) {
    if (!hasErrors && field.name in kept && untouched(field)) {
      field.value = field.defaultValue = kept[field.name];
    }
  }
  form.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches(KEPT) || field.type === "checkbox" || field.type === "radio") return;
    kept[field.name] = field.value;
    sessionStorage.setItem(key, JSON.stringify(kept));
  });
}

const focused = document.querySelector("input[autofocus]");
if (focused !== null && focused.value !== "" && focused.value === focused.defaultValue) {
  if (document.activeElement === focused) focused.select();
  else focused.addEventListener("focus", () => focused.select(), { once: true });
}
