/** Why the account area cannot be shown. Travels from a loader to the area's error boundary. */
export type AccountLoadError = "not-set-up" | "unreachable";

export interface AccountLoadErrorData {
  readonly accountLoadError: AccountLoadError;
}

const PROBLEMS: readonly AccountLoadError[] = ["not-set-up", "unreachable"];

/** The problem in an error's data; undefined when it holds something else. */
export function getAccountLoadError(data: unknown): AccountLoadError | undefined {
  if (typeof data !== "object" || data === null || !("accountProblem" in data)) return undefined;
  return PROBLEMS.find((problem) => problem === data.accountProblem);
}

/** What went wrong and what to do, for people. */
export const PROBLEM_TEXTS: Readonly<Record<AccountLoadError, { title: string; help: string }>> = {
  "not-set-up": {
    title: "We can't read your account: the database may not be set up",
    help: "The site's operator can set it up with npm run db:migrate. Then reload this page.",
  },
  unreachable: {
    title: "We can't reach the database right now",
    help: "You are still signed in and nothing is lost. Please try again in a moment.",
  },
};
