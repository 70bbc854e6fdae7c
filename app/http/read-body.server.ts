import { appError, appErrorResponse, failure, REQUEST_ERRORS, type Result } from "./app-error";

/** JSON is UTF-8. Source: RFC 8259, section 8.1. */
const JSON_TYPE = /^application\/(?:json|csp-report)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
/** The default encoding of HTML forms. */
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i;

/** Read beyond the limit and discarded: closing the connection early can lose the response. */
const DRAINED_BYTES = 1024 * 1024;

const NOT_JSON = appError(415, "request/not-json", "The body must be JSON in UTF-8");

const INTERRUPTED = appError(400, "request/interrupted", "The body ended early");

/**
 * Reads a JSON request as text. Buffers at most `maxBytes`, whatever Content-Length says; returns an error
 * for other types, compressed bodies and a body that ends early.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<Result<string>> {
  const bytes = await readUpTo(request, maxBytes);
  const encoding = request.headers.get("Content-Encoding") ?? "identity";
  const type = request.headers.get("Content-Type") ?? "";
  if (!JSON_TYPE.test(type.trim()) || encoding.toLowerCase() !== "identity") {
    return failure(NOT_JSON);
  }
  if (!bytes.ok) return bytes;
  // Keeps a byte order mark: signatures cover every byte, and fail for one that is not UTF-8.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { ok: true, value: decoder.decode(bytes.value) };
}

/** The longest valid form is a contact message of 10,000 characters; validation handles longer ones. */
const MAX_FORM_BYTES = 256 * 1024;

/** Reads a URL-encoded form, or an empty body. Throws an error response for any other body. */
export async function readForm(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  const body = await readUpTo(request, maxBytes);
  if (!body.ok) throw appErrorResponse(body.error);
  const form = new FormData();
  if (body.value.byteLength === 0) return form;
  const isForm = FORM_TYPE.test(request.headers.get("Content-Type")?.trim() ?? "");
  if (!isForm) throw appErrorResponse(REQUEST_ERRORS.notAForm);
  const fields = new URLSearchParams(new TextDecoder().decode(body.value));
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** A form with files, in all. A Worker holds it in memory: larger files go to R2 by a signed address. */
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;

/** Reads a form that may carry files, as `readForm` reads one without. */
export async function readFormWithFiles(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) return readForm(request);
  const body = await readUpTo(request, MAX_UPLOAD_BYTES);
  if (!body.ok) throw appErrorResponse(body.error);
  const form = new Response(body.value, { headers: { "Content-Type": type } }).formData();
  return form.catch(() => {
    throw appErrorResponse(REQUEST_ERRORS.notAForm);
  });
}

/** Drains an unread request body, within limits, so that the client can read the response. */
export async function drainBody(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed && !request.body.locked) await readUpTo(request, 0);
}

/** Reads the body, unless it is longer than `maxBytes`, whatever Content-Length says, or ends early. */
async function readUpTo(
  request: Request,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  if (!reader) return { ok: true, value: new Uint8Array() };
  for (;;) {
    // The sender is gone, which is no failure of the site.
    const chunk = await reader.read().catch(() => undefined);
    if (!chunk) return failure(INTERRUPTED);
    const { done, value } = chunk;
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    if (size > maxBytes + DRAINED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (size > maxBytes) return failure(REQUEST_ERRORS.tooLarge);
  return { ok: true, value: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}
