/**
 * Reports of content security policy violations, as browsers send them: one `csp-report`, or a list by
 * the Reporting API. Source: CSP Level 3, sections 5.3 and 5.4.
 */
import * as v from "valibot";

/** A report of more than this comes from a broken page, or from somebody who plays with the address. */
const MAX_VIOLATIONS = 10;
const MAX_LENGTH = 200;

export interface Violation {
  readonly directive: string;
  /** The host that was blocked, or a word like "inline". */
  readonly blocked: string;
  /** The path of the page, without its query. */
  readonly page: string;
}

const text = v.optional(v.string(), "");
const legacySchema = v.object({
  "csp-report": v.object({
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "document-uri": text,
  }),
});
const listSchema = v.array(
  v.object({
    type: v.literal("csp-violation"),
    body: v.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
);

/** What a report says, without anything that could tell about a person; empty when it is not a report. */
export function readViolations(json: string): Violation[] {
  const report = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.union([legacySchema, listSchema])),
    json,
  );
  if (!report.success) return [];
  if (Array.isArray(report.output)) {
    return report.output
      .slice(0, MAX_VIOLATIONS)
      .map(({ body }) => toViolation(body.effectiveDirective, body.blockedURL, body.documentURL));
  }
  const legacy = report.output["csp-report"];
  const directive = legacy["effective-directive"] || legacy["violated-directive"];
  return [toViolation(directive, legacy["blocked-uri"], legacy["document-uri"])];
}

function toViolation(directive: string, blocked: string, page: string): Violation {
  const short = (value: string) => value.slice(0, MAX_LENGTH);
  return {
    directive: short(directive),
    blocked: short(URL.parse(blocked)?.host || blocked.replace(/[?#].*$/s, "")),
    page: short(URL.parse(page)?.pathname ?? ""),
  };
}
