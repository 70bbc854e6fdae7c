import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { listTextFields } from "~/ui/unsaved-input";

/** Reports errors caught by boundaries. Server errors have no stack here and are already logged. */
function reportRenderError(error: unknown): void {
  if (error instanceof Error && error.stack) reportError(error);
}

const fields = listTextFields();
const focused = document.activeElement;

/** Moves what was typed to new fields: React renders the page again if a translator has replaced its text. */
function keepTyped(error: unknown): void {
  reportError(error);
  for (const [index, field] of listTextFields().entries()) {
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
