import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { legalTexts } from "./legal";

const read = (file: string) => readFileSync(file, "utf8");

test("contact messages are kept as long as the privacy policy says", () => {
  const schema = read("drizzle/migrations/0000_schema.sql");
  const policy = read("app/content/marketing/legal.ts");
  const kept = /forwarded_at < now\(\) - interval '(\d+ days)'/.exec(schema)?.[1];
  expect(policy.match(/\d+ days after they reach us/g)).toEqual(
    Array(2).fill(`${kept} after they reach us`),
  );
});

/** What browsers keep, by its name in the code, and where the privacy policy says so. */
const COOKIES = {
  "-auth-token": "the cookies that keep you signed in",
  "-code-verifier": "Google, GitHub or a link that we email you, for an hour",
  checkout: "Opening the payment page sets one that remembers that for a day",
  "flash-deleted": "tells it for two minutes what to say",
  "flash-first-password": "tells it for two minutes what to say",
  "flash-settings": "tells it for two minutes what to say",
  "flash-two-step": "tells it for two minutes what to say",
  "known-browser": "remembers for a year that this browser has signed in",
  "passkey-": "choosing a passkey there, for five minutes",
  "plan-before": "the billing portal one that remembers your plan for an hour",
  "sign-up": "Signing up sets one for a day",
} as const;
const STORED = {
  draft: "what you had typed when your session ended",
  "kept-form": "a contact message until it is sent",
  "last-sign-in-provider": "the sign-in provider you used last",
  session: "random identifiers of your account and session",
  theme: "your choice of theme",
} as const;

const code = globSync("app/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file, text: read(file) }));

function findAll(text: string, ...patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));
}

test("the privacy policy names every cookie", () => {
  const found = code.flatMap(({ text }) =>
    findAll(
      text,
      /createUserCookie\(\s*"([\w-]+)"/g,
      /^const COOKIE = "([\w-]+)"/gm,
      /cookies\.set\(\s*`([\w-]+)\$/g,
      /`sb-\$\{[^}]+\}(-[a-z-]+)`/g,
      /"(-code-verifier)"/g,
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(COOKIES).toSorted());
  // No other way to set one.
  const writers = code.filter(({ text }) => /cookies\.set\(/.test(text)).map(({ file }) => file);
  expect(writers.length).toBe(5);
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
