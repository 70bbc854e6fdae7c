type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields that a user can type into. */
export function listTextFields(): TextField[] {
  return [...document.querySelectorAll<TextField>("main input:not([type=hidden]), main textarea")];
}

/** The fields that differ from what the server rendered. Also part of the session's inline script. */
export function findUnsavedFields(): TextField[] {
  return listTextFields().filter((field) => field.value !== field.defaultValue);
}
