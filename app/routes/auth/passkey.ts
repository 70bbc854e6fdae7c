import { jsonError, methodNotAllowed } from "~/http/api-response.server";
import type { Route } from "./+types/passkey";

export const loader = methodNotAllowed;

/** Returns options for `navigator.credentials.get` as JSON, and binds their challenge to the browser. */
export async function action({ context }: Route.ActionArgs) {
  const { createRequestOptions } = await import("~/auth/methods/passkey/passkey.server");
  const created = await createRequestOptions(context);
  return created.ok ? Response.json(created.value) : jsonError(created.error);
}
