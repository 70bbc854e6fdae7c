/**
 * `node tests/faults/faults.ts`: breaks each part of the product, and checks what visitors and subscribers
 * see, how soon, and what is stored. The cases are in cases.ts; writes docs/faults.md.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Case, Fault, Stage } from "./case.ts";
import { CASES } from "./cases.ts";
import { startStage } from "./stage.ts";

const DOCUMENT = path.join(import.meta.dirname, "../../docs/faults.md");

/** The deviations of a case; empty when it passes. */
async function findProblems(stage: Stage, each: Case): Promise<{ ms: number; problems: string[] }> {
  const startedAt = performance.now();
  const { status, text, retryAfter } = await stage.send(each);
  const ms = Math.round(performance.now() - startedAt);
  const problems: string[] = [];
  if (status !== each.status) problems.push(`status ${status}, not ${each.status}`);
  for (const words of each.says)
    if (!text.includes(words)) problems.push(`does not say "${words}"`);
  if (ms > each.withinMs) problems.push(`took ${ms} ms, not at most ${each.withinMs}`);
  if (status === 503 && !retryAfter) problems.push("has no Retry-After");
  if (/\bat \w+ \(|node_modules|\bselect "/.test(text)) problems.push("exposes internals");
  if (each.stored && !(await each.stored.isStored(stage)))
    problems.push(`not stored: ${each.stored.what}`);
  return { ms, problems };
}

/** The outcome of a case, as table cells. */
const toCells = ({ status, says, stored }: Case) =>
  [status, says.join(" … "), stored?.what ?? ""].join(" | ");

/** The page: the outcomes that faults change. A row has all faults and all actions of an outcome. */
function document(cases: readonly Case[]): string {
  const isSame = (one: Case) => (other: Case) =>
    one.does === other.does && toCells(one) === toCells(other);
  const usual = cases.filter(({ fault }) => fault === "nothing broken");
  const changed = cases.filter((each) => !usual.some(isSame(each)));
  const rows = new Map<string, Set<string>>();
  for (const each of changed) {
    const faults = changed.filter(isSame(each)).map(({ fault }) => fault);
    const cells = `${faults.join(", ")} | ${toCells(each)}`;
    rows.set(cells, (rows.get(cells) ?? new Set()).add(each.does));
  }
  return [
    "# What users see during an outage",
    "",
    "Public pages, the sign-in page and `/healthz` respond as usual during every fault, to guests and to returning visitors",
    "whose token has expired. With one part broken, none of the requests below takes longer than ten seconds; a request that",
    "waits for two broken parts can take twice that. `node tests/faults/faults.ts` tests this against the production build and",
    "writes this page, which lists what each fault changes.",
    "",
    "Retried automatically: calls to Stripe, within a time limit; contact messages, with growing delays; webhooks, by",
    "Stripe for three days; missed webhooks, by the reconciliation cron. Every other failure is shown to the user, who",
    "decides whether to retry; what they typed stays in the form.",
    "",
    "| fault | status | page says | stored | who does what |",
    "| --- | --- | --- | --- | --- |",
    ...Array.from(rows, ([cells, actions]) => `| ${cells} | ${[...actions].join(", ")} |`),
    "",
  ].join("\n");
}

const stage = await startStage();
let failed = 0;
try {
  let current: Fault | undefined;
  for (const each of CASES) {
    if (each.fault !== current) await stage.applyFault(each.fault);
    current = each.fault;
    const { ms, problems } = await findProblems(stage, each);
    if (problems.length > 0) failed += 1;
    const verdict = problems.length === 0 ? "PASS" : "FAIL";
    console.log(
      `${verdict} ${each.fault.padEnd(24)} ${each.does.padEnd(48)} ${String(ms).padStart(6)} ms`,
    );
    for (const problem of problems) console.log(`     ${problem}`);
  }
} finally {
  await stage.close();
}
if (failed === 0) writeFileSync(DOCUMENT, document(CASES));
console.log(`${CASES.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
