import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { legalTexts } from "./legal";

const read = (file: string) => readFileSync(file, "utf8");

test("contact messages are kept as long as the privacy policy says", () => {
  const schema = read("drizzle/migrations/0000_schema.sql");
  const policy = read("app/content/marketing/legal.ts");
  const kept = /forwarded_at < now\(\) - interval '(\d+ days)'/.exec(schema)?.[1];
  expect(policy).toContain(`Kept in our database for ${kept} after they reach our spreadsheet`);
});

/** What browsers keep, by its name in the code, and where the privacy policy says so. */
const COOKIES = {
  "-auth-token": "Sign-in: Your session, which keeps you signed in",
  "-code-verifier": "A code that ties the answer of Google or GitHub to your browser",
  "flash-checkout": "ten after the payment page",
  "flash-contact": "such as “Thank you” with your name",
  "flash-deleted": "A note for the next page to show",
  "flash-first-password": "A note for the next page to show",
  "flash-provider": "A note for the next page to show",
  "flash-settings": "A note for the next page to show",
  "flash-two-step": "A note for the next page to show",
  "known-browser": "a note that this browser has signed in to your account",
  "left-for-stripe": "the time you left for the billing portal",
  "link-request": "The address that you entered to sign up or to get a link",
  "passkey-": "Passkeys: A code that ties a request for a passkey",
  "sign-up": "a code that ties the link to your browser",
} as const;
const STORED = {
  draft: "what you had typed when your session ended",
  "kept-form": "a contact message until it is sent",
  "last-sign-in-provider": "the sign-in provider you used last",
  session: "random identifiers of your account and session",
  theme: "Your choice of theme",
  unanswered: "changes to your list until they arrive",
} as const;

const code = globSync("app/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file, text: read(file) }));

function findAll(text: string, ...patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));
}

const findCookies = (text: string) =>
  findAll(
    text,
    /create(?:User|Guest)Cookie\(\s*"([\w-]+)"/g,
    /^const COOKIE = "([\w-]+)"/gm,
    /cookies\.set\(\s*`([\w-]+)\$/g,
    /`sb-\$\{[^}]+\}(-[a-z-]+)`/g,
    /"(-code-verifier)"/g,
  );
/** Set the cookies of the session, and those of `createUserCookie`, whose names are found elsewhere. */
const UNNAMED = /\/(session-storage|flash)\.server\.ts$/;

test("the privacy policy names every cookie", () => {
  const found = code.flatMap(({ text }) => findCookies(text));
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(COOKIES).toSorted());
  // No other way to set one.
  const writers = code.filter(({ text }) => /cookies\.set\(/.test(text));
  const unnamed = writers.filter(({ text }) => findCookies(text).length === 0);
  expect(unnamed.filter(({ file }) => !UNNAMED.test(file))).toEqual([]);
  expectNamed(COOKIES);
});

test("the privacy policy names everything in a browser's storage", () => {
  const users = code.filter(({ text }) => /(local|tab)Store\.write\(/.test(text));
  const keyFiles = [...users, ...code.filter(({ file }) => file.endsWith("session-sync.ts"))];
  const found = keyFiles.flatMap(({ text }) => [
    ...findAll(text, /\b[A-Z_]*KEY = "([\w-]+)"/g),
    ...findAll(/^const KEYS = .*$/m.exec(text)?.[0] ?? "", /"([\w-]+)"/g),
  ]);
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(STORED).toSorted());
  expectNamed(STORED);
});

function expectNamed(kept: Readonly<Record<string, string>>): void {
  const policy = JSON.stringify(legalTexts["privacy-policy"].sections);
  for (const [name, words] of Object.entries(kept)) expect(policy, name).toContain(words);
}
