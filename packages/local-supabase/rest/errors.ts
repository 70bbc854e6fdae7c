import * as v from "valibot";

/** An error of postgres.js. */
const databaseErrorSchema = v.object({
  code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{5}$/)),
  message: v.string(),
  detail: v.nullish(v.string(), null),
  hint: v.nullish(v.string(), null),
});

const FORBIDDEN = /^(0L|0P|28)/;
const UNAVAILABLE = /^(08|53)/;
const SERVER_FAULT = /^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|P0|XX)/;

/**
 * PostgREST's response to a database error (docs.postgrest.org, "Errors", "HTTP Status Codes"); undefined for
 * other errors.
 */
export function databaseErrorResponse(error: unknown): Response | undefined {
  const result = v.safeParse(databaseErrorSchema, error);
  if (!result.success) return undefined;
  const { code, message, detail, hint } = result.output;
  return Response.json(
    { code, message, details: detail, hint },
    { status: getStatus(code), headers: { "proxy-status": `PostgREST; error=${code}` } },
  );
}

function getStatus(code: string): number {
  if (code === "P0001") return 400;
  if (FORBIDDEN.test(code)) return 403;
  if (UNAVAILABLE.test(code)) return 503;
  return SERVER_FAULT.test(code) ? 500 : 400;
}
