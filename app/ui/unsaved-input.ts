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

/** Resolves when the forms that the page has sent are answered; undefined if all are. */
let answers: Promise<void> | undefined;

export function waitForAnswers(): Promise<void> | undefined {
  return answers;
}

/** Asks who leaves the page to stay, until the returned function says that its forms are answered. */
export function askToStay(): () => void {
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  let resolveAnswers = () => {};
  answers = new Promise((resolve) => {
    resolveAnswers = resolve;
  });
  return () => {
    removeEventListener("beforeunload", ask);
    answers = undefined;
    resolveAnswers();
  };
}
