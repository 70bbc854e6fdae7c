/**
 * Mistakes in pages that types, lint and the tables of routes let pass: each rule is a pattern of their
 * source.
 */
import { globSync, readFileSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "../../drizzle/schema.ts";
import { findHooks } from "../vite/plain-pages.ts";

const PAGES = "app/routes/**/*.tsx";
const COMPONENTS = "app/**/*.tsx";
const ACCOUNT_PAGES = "app/routes/account/**/*.tsx";
/** Every domain that is not listed here is of the account area. */
const ACCOUNT_AREA =
  "app/{!(auth|contact|content|email|forms|http|marketing|navigation|platform|routes|turnstile|two-step|ui),two-step/apps,routes/account}/**/*.tsx";
/** The files with statements: a route module may have its own. */
const SERVER = "app/{**/*.server.ts,routes/**/*.{ts,tsx}}";

/** Tables of rows that belong to a user; `customers` is also read for Stripe. */
const OWNED_TABLES = Object.entries<unknown>(schema).filter(
  (entry): entry is [string, PgTable] =>
    is(entry[1], PgTable) && entry[1] !== schema.customers && isOfUsers(entry[1]),
);
const OWNED = OWNED_TABLES.map(([name]) => name).join("|");
const OWNED_IN_SQL = OWNED_TABLES.map(([, table]) => getTableConfig(table).name).join("|");

function isOfUsers(table: PgTable): boolean {
  const references = getTableConfig(table).foreignKeys.map((key) => key.reference());
  return references.some(({ foreignTable }) => foreignTable === schema.users);
}

const STATEMENT = new RegExp(`\\.(?:from|insert|update|delete|\\$count)\\((?:${OWNED})\\b`);
const OWNERLESS = new RegExp(
  `\\.(?:from|update|delete|\\$count)\\((?:${OWNED})\\b(?!(?:\\)[^;]*\\.where\\(|,)[^;]*(?:owner|userId|session))`,
  "i",
);
const ROWS_IN_SQL = `(?:\\$\\{(?:${OWNED})\\}|(?:public\\.)?(?:${OWNED_IN_SQL})\\b)`;
const OWNERLESS_SQL = new RegExp(
  `\`[^\`]*\\b(?:from|update)\\s+${ROWS_IN_SQL}(?![^\`]*(?:owner|user_?id|session))`,
  "i",
);
const isOfEveryUser = (code: string) => /\bof every user\b/i.test(code);

/** `mistake` is a source that breaks the rule. */
type Rule = readonly [
  rule: string,
  files: string,
  mistake: string,
  isBroken: (code: string) => boolean,
];

const RULES: readonly Rule[] = [
  [
    "a page has a title: it exports `meta`",
    PAGES,
    "export default function Page() {}",
    (code) => /^export default/m.test(code) && !/^export const meta\b|Outlet\b/m.test(code),
  ],
  [
    "a marketing page is plain: React would cost its visitors most of its bytes",
    "app/routes/marketing/*.tsx",
    "export const handle: RouteHandle = { uncached: true };",
    (code) => !/^export const handle: RouteHandle = \{ plain: true/m.test(code),
  ],
  [
    "a form of the account area carries its account: <AccountForm>",
    ACCOUNT_AREA,
    '<form method="post">',
    (code) => /<(?:\w+\.)?Form\b(?![^>]*\bmethod="get")|<form\b[^>]*\bmethod="post"/.test(code),
  ],
  [
    "an action of the account area takes its form from `getFormData`: the body was read before",
    ACCOUNT_PAGES,
    "const form = await request.formData();",
    (code) => /\breadForm\(|\.formData\(/.test(code),
  ],
  [
    "an input shows its error: it is a <Field>, or spreads `useControl`",
    COMPONENTS,
    '<input name="dueOn" onInput={() => {}} className="control" />',
    (code) =>
      /<(?:input|select|textarea)\b(?!(?:=>|[^>])*?(?:\{\.\.\.|type="(?:hidden|radio|checkbox|search)"|\shidden\b))/.test(
        code,
      ),
  ],
  [
    "a redirect goes to a path of the site: `href(…)`, a constant or a function …Path(…), never to a form's value",
    "app/{!(auth|navigation|routes),routes/!(auth|marketing)}/**/*.{ts,tsx}",
    "throw redirect(form.value.next);",
    (code) => /\bredirect\((?!\s*(?:href\(|`\$\{href\(|[A-Z][A-Z_]+\b|"\/"|\w+Path\())/.test(code),
  ],
  [
    "what a session writes is the live user's: `requireLiveSession`",
    SERVER,
    "export const rename = (session: SessionRef) => database.update(users).set({});",
    (code) =>
      /\.(insert|update|delete)\(\w+\)/.test(code) &&
      /\b(?:get)?Session(?:Ref)?\b/.test(code) &&
      !/requireLiveSession|LiveUserId/.test(code),
  ],
  [
    "rows of a user are a `LiveUserId`'s, not a string's; a task for all says “of every user”",
    SERVER,
    "export const list = (owner: string) => database.select().from(recoveryCodes);",
    (code) =>
      STATEMENT.test(code) && !isOfEveryUser(code) && !/requireLiveSession|LiveUserId/.test(code),
  ],
  [
    "a statement on rows of a user has the owner in its `where`: nothing else separates accounts",
    SERVER,
    "await database.delete(recoveryCodes).where(eq(recoveryCodes.id, id));",
    (code) => OWNERLESS.test(code) && !isOfEveryUser(code),
  ],
  [
    "SQL on rows of a user has the owner in its `where`, too",
    SERVER,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    "await database.execute(sql`delete from recovery_codes where code_hash = ${hash}`);",
    (code) => OWNERLESS_SQL.test(code) && !isOfEveryUser(code),
  ],
  [
    "the owner of rows is `requireLiveSession(session)`: a token's user id outlives its session",
    SERVER,
    "await database.select().from(items).where(eq(items.owner, session.userId));",
    (code) => /\beq\(\w+\.(?:owner|userId|id),\s*\w*session(?:\(\w*\))?\.userId\)/i.test(code),
  ],
  [
    "only what is the same for everyone may say that caches keep it",
    "app/routes/{account,auth,marketing}/**/*.{ts,tsx}",
    'headers.set("Cache-Control", "public");',
    (code) => /["'`]public\b|max-age/.test(code),
  ],
  [
    "a component of plain pages has no state",
    "app/marketing/**/*.tsx",
    "const [isOpen, setIsOpen] = useState(false);",
    (code) => findHooks(code).length > 0,
  ],
  [
    "a color is a token, which dark mode changes; white is for a code that cameras read",
    COMPONENTS,
    '<p className="text-[#123456]">',
    (code) => /["'[]#(?!fff\b)[\da-f]{3,8}["'\]]/i.test(code),
  ],
  [
    "a link is `href(…)`, checked against the route table",
    COMPONENTS,
    '<Link to="/dashboard">',
    (code) => /<(?!link)[A-Za-z]+\b[^>]*\s(?:to|href|action)="\/[^"]/.test(code),
  ],
  [
    "server and browser render the same: times by LocalTime, no random values",
    COMPONENTS,
    "{due.toLocaleDateString()}",
    (code) => /\.toLocale\w*String\(|\bMath\.random\(/.test(code),
  ],
];

test.each(RULES)("%s", (_, files, mistake, isBroken) => {
  expect(isBroken(mistake), "the rule finds its mistake").toBe(true);
  const found = globSync(files).filter((file) => !/\.test\./.test(file));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((file) => isBroken(readFileSync(file, "utf8")))).toEqual([]);
});

const ROUTES = "app/routes/**/*.{ts,tsx}";
const LOADER = /^export (?:async )?function loader\b(?:(?!^}).*\n)*/m;
/** Calls that write, by the verb of their name: in the database, at Stripe or to the session. */
const WRITE =
  /\b(?:openBilling|(?:write|complete|handle|sync|store|move|keep|send|cancel|delete)[A-Z]\w*)(?=\()/g;

/** Loaders that write nevertheless, because Stripe or a provider can only lead to them by a GET. */
const WRITING_LOADERS = {
  // Stores what Stripe says, as its webhook does: loaded again or ahead, it stores the same.
  "app/routes/account/billing-return.ts": ["completePortalReturn"],
  "app/routes/account/dashboard.tsx": ["completeCheckoutReturn"],
  // Opens a page at Stripe, before which it may move the card there. It refuses prefetches.
  "app/routes/account/settings/billing.tsx": ["openBilling"],
  // Signs in with the code of a provider, which works once; no link leads there.
  "app/routes/auth/providers/callback.tsx": ["handleOAuthCallback"],
};

const findWrites = (code: string): string[] => LOADER.exec(code)?.[0].match(WRITE) ?? [];

test("a loader only reads, except those named here: a link, a prefetch or a crawler must not write", () => {
  const mistake = "export async function loader() {\n  await writeAsUser(context);\n}\n";
  expect(findWrites(mistake), "the rule finds its mistake").toEqual(["writeAsUser"]);
  const found = globSync(ROUTES).map((file) => [file, findWrites(readFileSync(file, "utf8"))]);
  const writing = found.filter(([, writes]) => writes?.length);
  expect(Object.fromEntries(writing)).toEqual(WRITING_LOADERS);
});
