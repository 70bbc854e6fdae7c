/**
 * `node tests/storms/billing/billing-storm.ts [seed…]`: 2,000 subscription changes of 200 customers with failing deliveries
 * of every kind, against the built Worker. At the end every row must equal Stripe's state, and every event
 * must have been applied exactly once. Deterministic by seed; durations are reported but not checked.
 */
import { attack } from "./hostile.ts";
import { calmDown, PHASES, type Phase } from "./phases.ts";
import { collectEvents, isRelevant } from "./sent-events.ts";
import { type StormHarness, startStorm } from "./storm-harness.ts";
import { findWrongRows, readLedger } from "./verdict.ts";

const SEEDS = [20_261_121, 987_654_321];
const CUSTOMERS = 200;
const CHANGES = 2_000;
const REDELIVERED = 200;

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
  const expectZero = createExpectZero(problems);
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

  await redeliver(harness, expectZero);
  const before = JSON.stringify(await readLedger(harness.sql, harness.sent));
  problems.push(...(await attack(harness)));
  await bringDown(harness, expectZero);
  const after = JSON.stringify(await readLedger(harness.sql, harness.sent));
  expectZero("traces of hostile deliveries", before === after ? 0 : 1);
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

/** Redelivers applied events: no calls to Stripe, no writes. */
async function redeliver(
  { control, random, sql, sent }: StormHarness,
  expectZero: ExpectZero,
): Promise<void> {
  const stored = new Set(control.events().map(({ id }) => id));
  const redelivered = [...sent].filter((id) => stored.has(id));
  const before = await readLedger(sql, sent);
  const callsBefore = control.status().apiCalls;
  for (let count = 0; count < REDELIVERED; count += 1)
    await control.resend(random.pick(redelivered));
  const after = await readLedger(sql, sent);
  expectZero("calls to Stripe for redelivered events", control.status().apiCalls - callsBefore);
  expectZero("rows written for redelivered events", after.rowWrites - before.rowWrites);
}

/** While Stripe is down, deliveries fail without a write, so that Stripe retries them. */
async function bringDown(
  { control, changer, customers, product }: StormHarness,
  expectZero: ExpectZero,
): Promise<void> {
  const [customer] = customers;
  if (!customer) return;
  control.setDelivery({ hold: true });
  await changer.change(customer);
  const sentBefore = control.deliveries().length;
  control.setDown(true);
  await control.flush();
  const accepted = control
    .deliveries()
    .slice(sentBefore)
    .filter(({ type, status }) => isRelevant(type) && status === 200);
  expectZero("deliveries accepted while Stripe is down", accepted.length);
  const health = await fetch(`${product.siteUrl}/readyz`);
  expectZero("health checks that fail with Stripe", health.ok ? 0 : 1);
}

type ExpectZero = (what: string, count: number) => void;

/** Adds a line to `problems` for every count that is not zero. */
function createExpectZero(problems: string[]): ExpectZero {
  return (what, count) => {
    if (count !== 0) problems.push(`${count} ${what}`);
  };
}
