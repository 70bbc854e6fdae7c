/**
 * `node tests/faults/faults.ts`: breaks each part of the product, and checks what visitors and subscribers see, how
 * soon, and what is stored. The cases are in cases.ts; writes docs/faults.md.
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

function document(rows: readonly { each: Case; ms: number }[]): string {
  const lines = rows.map(({ each }) =>
    [each.fault, each.does, each.status, each.says.join(" … "), each.stored?.what ?? ""].join(
      " | ",
    ),
  );
  return [
    "# When a part fails",
    "",
    "What people see while a part of the product is broken; nothing takes longer than ten seconds.",
    "Driven against the built product and written by `node tests/faults/faults.ts`.",
    "",
    "Retried automatically: calls to Stripe (twice, within seven seconds for a page), contact messages (by",
    "cron, with exponential backoff), Stripe's webhooks (by Stripe, for three days), and missed webhooks (by",
    "the reconciliation cron). Every other failure is shown to the user, who decides; their input is kept.",
    "",
    "| fault | action | status | says | stored |",
    "| --- | --- | --- | --- | --- |",
    ...lines.map((line) => `| ${line} |`),
    "",
  ].join("\n");
}

const stage = await startStage();
const rows: { each: Case; ms: number }[] = [];
let failed = 0;
try {
  let current: Fault | undefined;
  for (const each of CASES) {
    if (each.fault !== current) await stage.applyFault(each.fault);
    current = each.fault;
    const { ms, problems } = await findProblems(stage, each);
    rows.push({ each, ms });
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
if (failed === 0) writeFileSync(DOCUMENT, document(rows));
console.log(`${rows.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
