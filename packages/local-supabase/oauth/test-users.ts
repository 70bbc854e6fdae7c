import { createHash } from "node:crypto";

/** A user with an account at a local provider. */
export interface TestUser {
  /** The account's identifier: an address at Google, a login at GitHub. */
  account: string;
  name: string;
  /** "" for none, at GitHub. */
  email: string;
  /** The provider has not verified the address. */
  isUnverified?: boolean;
}

/** The users of each provider. */
export interface TestUsers {
  google: readonly TestUser[];
  github: readonly TestUser[];
}

/** A Google account id, stable across restarts. */
export function getGoogleSubject({ email }: TestUser): string {
  return `1${digest(email).toString().padStart(20, "0")}`;
}

/** A GitHub account id, stable across restarts. */
export function getGithubId({ account }: TestUser): number {
  return Number(digest(account) % 100_000_000n);
}

function digest(text: string): bigint {
  return createHash("sha256").update(text).digest().readBigUInt64BE();
}
