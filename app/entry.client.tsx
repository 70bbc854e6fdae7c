import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Reports errors caught by boundaries. Server errors have no stack here and are already logged. */
function reportRenderError(error: unknown): void {
  if (error instanceof Error && error.stack) reportError(error);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={reportRenderError} />
    </StrictMode>,
  );
});
