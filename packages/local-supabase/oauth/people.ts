import { createHash } from "node:crypto";

/** Someone with an account at a local provider. */
export interface Person {
  /** What the provider calls the account: an address at Google, a login at GitHub. */
  account: string;
  name: string;
  email: string;
}

/** Who has an account where. */
export interface People {
  google: readonly Person[];
  github: readonly Person[];
}

/** Google's number for someone, the same after every start. */
export function googleSubject({ email }: Person): string {
  return `1${digestOf(email).toString().padStart(20, "0")}`;
}

/** GitHub's number for someone, the same after every start. */
export function githubId({ account }: Person): number {
  return Number(digestOf(account) % 100_000_000n);
}

function digestOf(text: string): bigint {
  return createHash("sha256").update(text).digest().readBigUInt64BE();
}
