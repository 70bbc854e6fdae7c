/** Runs and reports the checks of `npm run doctor`. */
import { describeError } from "../lib/http.ts";

/** Returns a detail on success; throws the problem, or `CheckSkipped`. Read-only. */
export type Check<Subject> = (subject: Subject) => Promise<string>;

/** Thrown by a check that cannot run; the message says what it needs. */
export class CheckSkipped extends Error {
  override name = "CheckSkipped";
}

/** Throws if there are problems; several are indented lines. */
export function assertNoProblems(problems: readonly string[]): void {
  if (problems.length > 1) throw new Error(problems.map((line) => `\n    ${line}`).join(""));
  if (problems[0] !== undefined) throw new Error(problems[0]);
}

/** Runs `checks` in order and returns one line for each: ✓ passed, ✗ failed, ? skipped. */
export async function runChecks<Subject>(
  checks: Readonly<Record<string, Check<Subject>>>,
  subject: Subject,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const line = await check(subject).then(
      (detail) => `✓ ${name}: ${detail}`,
      (error: unknown) =>
        `${error instanceof CheckSkipped ? "?" : "✗"} ${name}: ${describeError(error)}`,
    );
    lines.push(line);
  }
  return lines;
}
