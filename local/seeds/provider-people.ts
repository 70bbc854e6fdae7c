import type { TestUsers } from "local-supabase";

/** Who can sign in at the local Google and GitHub. */
export const PROVIDER_PEOPLE: TestUsers = {
  google: [
    { account: "gina@example.com", name: "Gina Google", email: "gina@example.com" },
    { account: "pro@example.com", name: "Priya Pro", email: "pro@example.com" },
    { account: "ann@example.com", name: "Ann Lee", email: "ann@example.com" },
    { account: "tess@example.com", name: "Tess Two-Step", email: "tess@example.com" },
  ],
  github: [
    { account: "octocat", name: "The Octocat", email: "octocat@example.com" },
    { account: "ann", name: "Ann Lee", email: "ann@example.com" },
  ],
};
