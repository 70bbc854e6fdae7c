/** True if a field of the page differs from what the server rendered. Also part of the session's inline script. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main input:not([type=hidden]), main textarea",
  );
  return Array.from(fields).some((field) => field.value !== field.defaultValue);
}
