/** Why the account area cannot be shown. Travels from a loader to the area's error boundary. */
export type AccountProblem = "not-set-up" | "unreachable";

export interface AccountProblemData {
  readonly accountProblem: AccountProblem;
}

const PROBLEMS: readonly AccountProblem[] = ["not-set-up", "unreachable"];

/** The problem in an error's data; undefined when it holds something else. */
export function readAccountProblem(data: unknown): AccountProblem | undefined {
  if (typeof data !== "object" || data === null || !("accountProblem" in data)) return undefined;
  return PROBLEMS.find((problem) => problem === data.accountProblem);
}
