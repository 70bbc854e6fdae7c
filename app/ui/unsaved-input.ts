type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields that a user can type into: no script can put a file back. */
export function listTextFields(): TextField[] {
  const fields = "main input:not([type=hidden], [type=file]), main textarea";
  return [...document.querySelectorAll<TextField>(fields)];
}

/** The fields that differ from what the server rendered. Also part of the session's inline script. */
export function findUnsavedFields(): TextField[] {
  return listTextFields().filter((field) => field.value !== field.defaultValue);
}
