/** How the doctor runs its checks, and says what they found. */
import { describeError } from "../lib/http.ts";

/** Returns what is fine, throws what is wrong, or `CheckSkipped`. Only reads. */
export type Check<Subject> = (subject: Subject) => Promise<string>;

/** Could not be looked at; the message says what it takes. */
export class CheckSkipped extends Error {
  override name = "NotChecked";
}

/** Throws when there are any, each on a line of its own where there are several. */
export function assertNoProblems(problems: readonly string[]): void {
  if (problems.length > 1) throw new Error(problems.map((line) => `\n    ${line}`).join(""));
  if (problems[0] !== undefined) throw new Error(problems[0]);
}

/** Runs `checks` one after the other, and returns a line for each: ✓ fine, ✗ wrong, ? not looked at. */
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
