import { createHash } from "node:crypto";

/** Someone with an account at a local provider. */
export interface Person {
  /** What the provider calls the account: an address at Google, a login at GitHub. */
  account: string;
  name: string;
  email: string;
}

/** Google's number for someone: the emulator makes a new one on every start, a real one stays. */
export function googleSubject(email: string): string {
  const digest = createHash("sha256").update(email).digest();
  return `1${digest.readBigUInt64BE().toString().padStart(20, "0")}`;
}

export const GOOGLE_PEOPLE: readonly Person[] = [
  { account: "gina@example.com", name: "Gina Google", email: "gina@example.com" },
  { account: "pro@example.com", name: "Priya Pro", email: "pro@example.com" },
  { account: "ann@example.com", name: "Ann Lee", email: "ann@example.com" },
  { account: "tess@example.com", name: "Tess Two-Step", email: "tess@example.com" },
];

export const GITHUB_PEOPLE: readonly Person[] = [
  { account: "octocat", name: "The Octocat", email: "octocat@example.com" },
  { account: "ann", name: "Ann Lee", email: "ann@example.com" },
];
