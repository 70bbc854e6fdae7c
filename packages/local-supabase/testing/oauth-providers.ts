import {
  type OAuthProviders,
  type OAuthProvidersOptions,
  startOAuthProviders,
} from "../oauth/index.ts";

const USERS = {
  google: [
    { account: "gina@example.com", name: "Gina Google", email: "gina@example.com" },
    { account: "pro@example.com", name: "Priya Pro", email: "pro@example.com" },
    { account: "ann@example.com", name: "Ann Lee", email: "ann@example.com" },
  ],
  github: [
    { account: "octocat", name: "The Octocat", email: "octocat@example.com" },
    { account: "ann", name: "Ann Lee", email: "ann@example.com" },
    { account: "ghost", name: "Ghost", email: "" },
    { account: "una", name: "Una", email: "una@example.com", isUnverified: true },
  ],
};

/** Starts both providers with test users. */
export function startTestProviders(
  options: Omit<OAuthProvidersOptions, "siteName" | "users">,
): Promise<OAuthProviders> {
  return startOAuthProviders({ ...options, siteName: "Ann's Shop", users: USERS });
}
