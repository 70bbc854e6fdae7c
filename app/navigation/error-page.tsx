import { isRouteErrorResponse, useRouteLoaderData } from "react-router";
import { contactLink } from "~/content/navigation";
import { PageResult, usePageResult } from "~/forms/action-result";
import { readAppError } from "~/http/app-error";
import { ErrorMessage } from "~/ui/error-message";

/** The part of the root loader's data that `ErrorPage` reads. */
export interface RequestReference {
  readonly requestId: string;
}

/** What an error boundary shows: the result of a form, the message of an expected error, or a reference. */
export function ErrorPage({ error }: { error: unknown }) {
  const root: RequestReference | undefined = useRouteLoaderData("root");
  const message = getErrorMessage(error);
  const result = usePageResult();
  if (result) return <PageResult result={result} />;
  if (message) return <ErrorMessage title={message} links={[contactLink]} />;
  return (
    <ErrorMessage
      title="Something went wrong on our side. Please try again in a moment."
      links={[contactLink]}
    >
      {root ? <p className="text-ink-soft">Reference: {root.requestId}</p> : null}
    </ErrorMessage>
  );
}

/**
 * The message of a thrown response; undefined for the router's own, which start with "Error:", and for a
 * proxy's HTML.
 */
function getErrorMessage(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  if (error.status === 405) return "This page doesn’t support that kind of request";
  const isMessage = typeof error.data === "string" && !/^(Error:|\s*<|$)/.test(error.data);
  return isMessage ? error.data : readAppError(error)?.message;
}
