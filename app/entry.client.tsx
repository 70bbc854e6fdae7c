import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Reports errors caught by boundaries. Server errors have no stack here and are already logged. */
function reportRenderError(error: unknown): void {
  if (error instanceof Error && error.stack) reportError(error);
}

const findFields = () => [
  ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("main :is(input, textarea)"),
];
const fields = findFields();
const focused = document.activeElement;

/** Moves what was typed to new fields: React renders the page again if a translator has replaced its text. */
function keepTyped(error: unknown): void {
  reportError(error);
  for (const [index, field] of findFields().entries()) {
    const before = fields[index];
    if (!before || before.isConnected || before.name !== field.name) continue;
    if (before.value !== before.defaultValue) field.value = before.value;
    if (before === focused) field.focus();
  }
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={reportRenderError} />
    </StrictMode>,
    { onRecoverableError: keepTyped },
  );
});
