/** Stripe's API errors (Stripe: API reference, Errors). */

interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

/** Thrown by a handler; becomes the response `{ error: body }` with `status`. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = "StripeError";
    this.status = status;
    const page = body.code?.replaceAll("_", "-");
    this.body = page ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${page}` } : body;
  }
}

/** 400: the request is invalid. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, {
    type: "invalid_request_error",
    message,
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** 404: the object in the URL does not exist. */
export function notFound(kind: string, id: string, param = "id"): StripeError {
  return missing(404, kind, id, param);
}

/** The record of the id in a URL. Throws 404 when it does not exist. */
export function findRecord<R>(
  records: ReadonlyMap<string, R>,
  id: string,
  kind: string,
  param?: string,
): R {
  const record = records.get(id);
  if (!record) throw notFound(kind, id, param);
  return record;
}

/** 400: an object referenced by a parameter does not exist. */
export function missingReference(kind: string, id: string, param: string): StripeError {
  return missing(400, kind, id, param);
}

function missing(status: number, kind: string, id: string, param: string): StripeError {
  return new StripeError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
