/** Mistakes in pages that types, lint and the tables of routes let pass: each rule is a pattern of their source. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findHooks } from "./plain-pages.ts";

const PAGES = "app/routes/**/*.tsx";
const COMPONENTS = "app/**/*.tsx";
const ACCOUNT_PAGES = "app/routes/account/**/*.tsx";
const ACCOUNT_AREA = "app/{account,billing,devices,items,two-step/apps,routes/account}/**/*.tsx";

type Rule = readonly [rule: string, files: string, isBroken: (code: string) => boolean];

const RULES: readonly Rule[] = [
  [
    "a page has a title: it exports `meta`",
    PAGES,
    (code) => /^export default/m.test(code) && !/^export const meta\b|Outlet\b/m.test(code),
  ],
  [
    "a marketing page is plain: React would cost its visitors most of its bytes",
    "app/routes/marketing/*.tsx",
    (code) => !/^export const handle: RouteHandle = \{ plain: true/m.test(code),
  ],
  [
    "a form of the account area carries its account: <AccountForm>",
    ACCOUNT_AREA,
    (code) => /<(?:\w+\.)?Form\b(?![^>]*\bmethod="get")/.test(code),
  ],
  [
    "an action of the account area takes its form from `getFormData`: the body was read before",
    ACCOUNT_PAGES,
    (code) => /\breadForm\(|\.formData\(/.test(code),
  ],
  [
    "a loader only reads: a link, a prefetch or a crawler must not write",
    PAGES,
    (code) => /^export async function loader\b(?:(?!^}).*\n)*?.*\bwriteAsUser\(/m.test(code),
  ],
  [
    "what a session writes is the live user's: `requireLiveSession`",
    "app/**/*.server.ts",
    (code) =>
      /\.(insert|update|delete)\(\w+\)/.test(code) &&
      /\bSession\b/.test(code) &&
      !/requireLiveSession|LiveUserId/.test(code),
  ],
  [
    "only what is the same for everyone may say that caches keep it",
    "app/routes/{account,auth,marketing}/**/*.{ts,tsx}",
    (code) => /["'`]public\b|max-age/.test(code),
  ],
  [
    "a component of plain pages has no state",
    "app/marketing/**/*.tsx",
    (code) => findHooks(code).length > 0,
  ],
  [
    "a color is a token, which dark mode changes; white is for a code that cameras read",
    COMPONENTS,
    (code) => /["'[]#(?!fff\b)[\da-f]{3,8}["'\]]/i.test(code),
  ],
  [
    "a link is `href(…)`, checked against the route table",
    COMPONENTS,
    (code) => /<(?!link)[A-Za-z]+\b[^>]*\s(?:to|href|action)="\/[^"]/.test(code),
  ],
  [
    "server and browser render the same: times by LocalTime, no random values",
    COMPONENTS,
    (code) => /\.toLocale\w*String\(|\bMath\.random\(/.test(code),
  ],
];

test.each(RULES)("%s", (_, files, isBroken) => {
  const found = globSync(files).filter((file) => !/\.test\./.test(file));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((file) => isBroken(readFileSync(file, "utf8")))).toEqual([]);
});
