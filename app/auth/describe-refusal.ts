/**
 * What a person is told when Supabase sends the browser back with an error, in the query or in the hash.
 * undefined when there is no error. Parameters as in RFC 6749 §4.1.2.1, `error_code` is GoTrue's own.
 */
export function describeRefusal(parameters: URLSearchParams): string | undefined {
  const isCancelled =
    parameters.get("error") === "access_denied" && parameters.get("error_code") !== "otp_expired";
  const description = parameters.get("error_description");
  if (isCancelled && !description?.startsWith("Email link")) {
    return "Sign-in was cancelled. You can try again or choose another way.";
  }
  return description ?? parameters.get("error") ?? undefined;
}
