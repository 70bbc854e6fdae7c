/** What a check of a set-up comes to. */
export interface Finding {
  readonly state: "ok" | "problem" | "unknown";
  readonly subject: string;
  /** What is wrong and what to do; or what was found. */
  readonly detail: string;
}

export const ok = (subject: string, detail = ""): Finding => ({ state: "ok", subject, detail });
export const problem = (subject: string, detail: string): Finding => ({
  state: "problem",
  subject,
  detail,
});
/** Could not be looked at; says what it takes. */
export const unknown = (subject: string, detail: string): Finding => ({
  state: "unknown",
  subject,
  detail,
});

const MARKS = { ok: "✓", problem: "✗", unknown: "?" } as const;

/** One line for people. */
export function describeFinding({ state, subject, detail }: Finding): string {
  return `${MARKS[state]} ${subject}${detail === "" ? "" : `: ${detail}`}`;
}

/** A finding for work that throws when something is wrong. */
export async function check(subject: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return ok(subject, await work());
  } catch (error) {
    return problem(subject, describeError(error));
  }
}

/** In one line, whatever was thrown. A refused connection comes as an AggregateError without a message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return error.message || code || error.name;
}
