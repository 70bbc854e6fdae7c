/** The browser's side of the product's own API. */

import { ERROR_CODES } from "~/forms/error-codes";
import { signInPath } from "~/navigation/paths";

const TIMEOUT_MS = 45_000;
const UNREACHABLE = "We didn't get an answer. Please check your connection and try again.";

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
 * Calls `/api/{name}` and returns its `data`, for the caller to check. Throws `ApiError`; when the code is
 * auth/invalid-user-token it also signs out and leads to sign-in, and back here afterwards.
 * The session cookie stands for the bearer token: no script of ours can read the token itself.
 */
export async function callApi(name: string, body: object): Promise<unknown> {
  const answer = await post(`/api/${name}`, body);
  if (readField(answer, "status") === "success") return readField(answer, "data");
  const code = readField(answer, "code");
  const message = readField(answer, "message");
  if (typeof code !== "string" || typeof message !== "string") throw unreachable(answer);
  if (code === ERROR_CODES.invalidUserToken) await signOut();
  throw new ApiError(code, message);
}

async function post(path: string, body: object): Promise<unknown> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await response.json();
  } catch (error) {
    throw unreachable(error);
  }
}

function unreachable(cause: unknown): ApiError {
  return new ApiError("network/unreachable", UNREACHABLE, cause);
}

async function signOut(): Promise<void> {
  await fetch("/auth/signout", { method: "POST", redirect: "manual" }).catch(() => undefined);
  const here = window.location.pathname + window.location.search;
  window.location.assign(signInPath(here));
}

/**
 * The field of that name in an answer of this site's own server; undefined where there is none. For pages
 * that read one or two fields: a schema library would be most of what they load.
 */
export function readField(answer: unknown, name: string): unknown {
  return typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
}
