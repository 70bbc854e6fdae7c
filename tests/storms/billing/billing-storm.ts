/**
 * `node tests/storms/billing/billing-storm.ts [seed…]`: 2,000 subscription changes of 200 customers with
 * failing deliveries of every kind, against the built Worker. At the end every row must equal Stripe's state,
 * and every event must have been applied exactly once. Deterministic by seed; durations are reported but not
 * checked.
 */
import { calmDown, PHASES, type Phase } from "./phases.ts";
import { collectEvents } from "./sent-events.ts";
import { type StormHarness, startStorm } from "./storm-harness.ts";
import { findWrongRows, readLedger } from "./verdict.ts";

const SEEDS = [20_261_121, 987_654_321];
const CUSTOMERS = 200;
const CHANGES = 2_000;

interface Line {
  readonly phase: string;
  readonly changes: number;
  readonly deliveries: number;
  readonly failed: number;
  readonly applied: number;
  readonly rowWrites: number;
  readonly "rows wrong": number;
  readonly seconds: number;
}

const seeds = process.argv.length > 2 ? process.argv.slice(2).map(readSeed) : SEEDS;
const outcomes: boolean[] = [];
for (const seed of seeds) outcomes.push(await runSeed(seed));
process.exit(outcomes.every(Boolean) ? 0 : 1);

function readSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`Not a seed: ${text}`);
  return seed;
}

/** True without problems. */
async function runSeed(seed: number): Promise<boolean> {
  const startedAt = performance.now();
  const problems: string[] = [];
  const harness = await startStorm({ seed, customers: CUSTOMERS });
  try {
    await storm(harness, problems);
  } finally {
    await harness.close();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
  process.stdout.write(
    `${problems.length === 0 ? "✓" : "✗"} storm (seed ${seed}): ${problems.length} problems in ${seconds} s\n`,
  );
  return problems.length === 0;
}

async function storm(harness: StormHarness, problems: string[]): Promise<void> {
  const expectZero = (what: string, count: number) => {
    if (count !== 0) problems.push(`${count} ${what}`);
  };
  const lines: Line[] = [];
  for (const phase of PHASES) lines.push(await runPhase(harness, phase));
  console.table(lines);

  const wrong = await findWrongRows(harness);
  problems.push(...wrong.slice(0, 3));
  const ledger = await readLedger(harness.sql, harness.sent);
  console.table({ events: harness.sent.size, ...ledger, "connections cut": harness.proxy.cuts });
  expectZero("customers whose row differs from Stripe", wrong.length);
  expectZero("changes missing from the plan", CHANGES - harness.changer.count);
  expectZero("events lost", ledger.lost);
  expectZero("events that Stripe never sent", ledger.invented);
  expectZero("events applied twice", ledger.appliedTwice + ledger.unrecordedWrites);
  expectZero("rows overwritten by an older version", ledger.backwardWrites);
}

async function runPhase(harness: StormHarness, { name, run }: Phase): Promise<Line> {
  const { control, changer, sql, sent } = harness;
  const phaseStartedAt = performance.now();
  const attemptsBefore = control.deliveries().length;
  const changesBefore = changer.count;
  const before = await readLedger(sql, sent);
  await run(harness);
  await calmDown(harness);
  collectEvents(harness, sent);
  const attempts = control.deliveries().slice(attemptsBefore);
  const after = await readLedger(sql, sent);
  return {
    phase: name,
    changes: changer.count - changesBefore,
    deliveries: attempts.length,
    failed: attempts.filter(({ status }) => status !== 200).length,
    applied: after.ledgerWrites - before.ledgerWrites,
    rowWrites: after.rowWrites - before.rowWrites,
    "rows wrong": (await findWrongRows(harness)).length,
    seconds: Math.round((performance.now() - phaseStartedAt) / 100) / 10,
  };
}
