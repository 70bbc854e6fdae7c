/** The browser's side of the product's own API. */
import * as v from "valibot";

const answerSchema = v.variant("status", [
  v.object({ status: v.literal("success"), data: v.unknown() }),
  v.object({ status: v.literal("error"), code: v.string(), message: v.string() }),
]);

const TIMEOUT_MS = 45_000;
const UNREACHABLE = "The server could not be reached. Please check your connection and try again.";

/** An answer with status "error", or none at all (`network/unreachable`). The message is for people. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Calls `/api/{name}` and returns its `data`, checked against `schema`. Throws `ApiError`; when the code
 * is auth/invalid-user-token it also signs out and leads to sign-in, and back here afterwards.
 * The session cookie stands for the bearer token: no script of ours can read the token itself.
 */
export async function callApi<Schema extends v.GenericSchema>(
  name: string,
  body: object,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const answer = await post(`/api/${name}`, body);
  if (answer.status === "success") return v.parse(schema, answer.data);
  if (answer.code === "auth/invalid-user-token") await signOut();
  throw new ApiError(answer.code, answer.message);
}

async function post(path: string, body: object): Promise<v.InferOutput<typeof answerSchema>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return v.parse(answerSchema, await response.json());
  } catch (error) {
    throw new ApiError("network/unreachable", UNREACHABLE, error);
  }
}

async function signOut(): Promise<void> {
  await fetch("/auth/signout", { method: "POST", redirect: "manual" }).catch(() => undefined);
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/auth/signin?next=${encodeURIComponent(here)}`);
}
