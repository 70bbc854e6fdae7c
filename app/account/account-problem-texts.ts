import type { AccountProblem } from "./account-problem";

/** What went wrong and what to do, for people. */
export const PROBLEM_TEXTS: Readonly<Record<AccountProblem, { title: string; help: string }>> = {
  "not-set-up": {
    title: "We can't read your account: the database may not be set up",
    help: "Whoever runs this site can set it up with npm run db:migrate. Then reload this page.",
  },
  unreachable: {
    title: "We can't reach the database right now",
    help: "You are still signed in and nothing is lost. Please try again in a moment.",
  },
};
