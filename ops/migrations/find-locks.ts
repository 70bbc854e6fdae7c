/**
 * Finds statements of a migration that would keep the site waiting on a table that is in use.
 * Source: PostgreSQL documentation, "Explicit Locking" and ALTER TABLE, "Notes".
 */

export interface LongLock {
  /** Start of the statement, on one line. */
  readonly statement: string;
  /** What it does to a running site, and what to do instead. */
  readonly reason: string;
}

/** An operator vouches for a statement by this comment right before it, with a reason after the colon. */
const ACCEPTED = /--[ \t]*lock-ok:[ \t]*\S/;
const SHOWN_LENGTH = 100;

interface Rule {
  readonly matches: RegExp;
  /** Group 1 of `matches` is the table; a new table has no readers to keep waiting. */
  readonly reason: string;
}

const TABLE = '(?:if\\s+exists\\s+|only\\s+)*((?:"?\\w+"?\\.)?"?\\w+"?)';
const alter = (rest: string) => new RegExp(`^alter\\s+table\\s+${TABLE}\\s[\\s\\S]*?${rest}`, "i");

const RULES: readonly Rule[] = [
  {
    matches: new RegExp(
      `^create\\s+(?:unique\\s+)?index\\s+(?!concurrently)[\\s\\S]*?\\son\\s+${TABLE}`,
      "i",
    ),
    reason:
      "blocks writes while the index is built; on a large table create it CONCURRENTLY by hand first, and write IF NOT EXISTS here",
  },
  {
    matches: alter(
      "add\\s+column[\\s\\S]*?(?:default\\s+(?:\\(\\s*)?(?:gen_random_uuid|uuid_generate\\w*|random|clock_timestamp|timeofday|nextval)\\s*\\(|\\b(?:big|small)?serial\\b|generated\\s+(?:always|by\\s+default)\\s+as)",
    ),
    reason:
      "rewrites the table; add the column without a default, fill it in batches, then set the default",
  },
  {
    matches: alter('alter\\s+(?:column\\s+)?"?\\w+"?\\s+(?:set\\s+data\\s+)?type\\s'),
    reason: "rewrites the table; add a new column, copy in batches, switch, drop the old one later",
  },
  {
    matches: alter("set\\s+not\\s+null"),
    reason:
      "reads the whole table under a full lock; add CHECK (… IS NOT NULL) NOT VALID, VALIDATE it, then SET NOT NULL",
  },
  {
    matches: alter(
      'add\\s+(?:constraint\\s+"?\\w+"?\\s+)?(?:foreign\\s+key|check)\\b(?![\\s\\S]*not\\s+valid)',
    ),
    reason: "checks every row under a lock; add it NOT VALID, and VALIDATE CONSTRAINT afterwards",
  },
  {
    matches: alter(
      'add\\s+(?:constraint\\s+"?\\w+"?\\s+)?(?:unique|primary\\s+key|exclude)\\b(?!\\s+using\\s+index)',
    ),
    reason:
      "builds an index under a full lock; create it CONCURRENTLY by hand, then add the constraint USING INDEX",
  },
  {
    matches: alter("(?:drop\\s+column|rename\\s)"),
    reason:
      "breaks the code that is still running (contract); do it one release after nothing reads it",
  },
  {
    matches: new RegExp(`^drop\\s+table\\s+${TABLE}`, "i"),
    reason:
      "breaks the code that is still running (contract); do it one release after nothing reads it",
  },
  {
    matches: new RegExp(`^(?:vacuum\\s+full|cluster|reindex\\s+table)\\s+${TABLE}`, "i"),
    reason: "rewrites the table under a full lock; use pg_repack, or a maintenance window",
  },
];

/** Everything in `sql` that takes a long lock, or breaks running code, on a table that is not new in it. */
export function findLongLocks(sql: string): LongLock[] {
  const created = new Set<string>();
  const found: LongLock[] = [];
  for (const raw of splitStatements(sql)) {
    const statement = stripComments(raw);
    const newTable = new RegExp(`^create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${TABLE}`, "i");
    const createdHere = newTable.exec(statement)?.[1];
    if (createdHere) created.add(tableName(createdHere));
    if (ACCEPTED.test(raw)) continue;
    for (const { matches, reason } of RULES) {
      const table = matches.exec(statement)?.[1];
      if (table === undefined || created.has(tableName(table))) continue;
      found.push({
        statement: statement.replace(/\s+/g, " ").slice(0, SHOWN_LENGTH),
        reason,
      });
    }
  }
  return found;
}

/** `public."items"` and `items` are the same table. */
function tableName(written: string): string {
  return (written.split(".").at(-1) ?? written).replaceAll('"', "").toLowerCase();
}

/** Splits at semicolons outside of strings, comments and dollar-quoted bodies, which are skipped whole. */
function splitStatements(sql: string): string[] {
  const token = /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
  const statements: string[] = [];
  let start = 0;
  for (const match of sql.matchAll(token)) {
    if (match[0] !== ";") continue;
    statements.push(sql.slice(start, match.index));
    start = match.index + 1;
  }
  statements.push(sql.slice(start));
  return statements.filter((statement) => stripComments(statement) !== "");
}

function stripComments(statement: string): string {
  return statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim();
}
