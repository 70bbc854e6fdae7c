import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** What an error boundary shows instead of the page. The server's own failures have no stack, and are in its log. */
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
