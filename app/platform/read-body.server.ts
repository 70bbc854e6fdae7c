import { appErrorResponse, ERRORS } from "~/forms/app-error";

/** Why a body was not read, as the status to answer with. */
export type BodyError =
  | { readonly status: 413; readonly problem: "too_large" }
  | { readonly status: 415; readonly problem: "not_json" }
  | { readonly status: 400; readonly problem: "bad_encoding" };

export type BodyResult =
  | { readonly ok: true; readonly text: string }
  | ({ readonly ok: false } & BodyError);

/** JSON is UTF-8. Source: RFC 8259, section 8.1. */
const JSON_TYPE = /^application\/(?:json|csp-report)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
/** What browsers send forms as, unless the form says otherwise. */
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i;

/** Read past the limit and thrown away: to hang up on a sender at work can lose them the answer. */
const DRAINED_BYTES = 1024 * 1024;

const TOO_LARGE = { ok: false, status: 413, problem: "too_large" } as const;

/**
 * The text of a JSON request: exactly the bytes that came, as UTF-8. Keeps at most `maxBytes`, whatever
 * Content-Length says, and refuses other types, compressed bodies and broken UTF-8.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<BodyResult> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > maxBytes + DRAINED_BYTES) return TOO_LARGE;
  const bytes = await readUpTo(request, maxBytes);
  const encoding = request.headers.get("Content-Encoding") ?? "identity";
  const type = request.headers.get("Content-Type") ?? "";
  if (!JSON_TYPE.test(type.trim()) || encoding.toLowerCase() !== "identity") {
    return { ok: false, status: 415, problem: "not_json" };
  }
  if (!bytes) return TOO_LARGE;
  try {
    // A byte order mark is kept: signatures are made over every byte.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { ok: true, text: decoder.decode(bytes) };
  } catch {
    return { ok: false, status: 400, problem: "bad_encoding" };
  }
}

/** The longest form is a contact message of 10,000 characters; one that is too long has to arrive too. */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * The form that a request carries; every action that takes one reads it here. Nothing at all is an empty
 * form. Throws the page that refuses what is longer than `maxBytes`, or no form.
 */
export async function readForm(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > maxBytes + DRAINED_BYTES) throw appErrorResponse(ERRORS.tooLarge);
  const body = await readUpTo(request, maxBytes);
  if (!body) throw appErrorResponse(ERRORS.tooLarge);
  const form = new FormData();
  if (body.byteLength === 0) return form;
  const isForm = FORM_TYPE.test(request.headers.get("Content-Type")?.trim() ?? "");
  if (!isForm) throw appErrorResponse(ERRORS.notAForm);
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** Reads a request that was answered unread to its end, within bounds: a sender who is hung up on may miss the answer. */
export async function drainBody(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed && !request.body.locked) await readUpTo(request, 0);
}

/** The body; undefined when it is longer than `maxBytes`, of which no more is ever kept. */
async function readUpTo(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    if (size > maxBytes + DRAINED_BYTES) {
      await reader.cancel();
      return undefined;
    }
  }
  if (size > maxBytes) return undefined;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
