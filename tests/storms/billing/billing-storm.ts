/**
 * `node tests/storms/billing/billing-storm.ts [seed…]`: 2,000 subscription changes of 200 customers with failing deliveries
 * of every kind, against the built Worker. At the end every row must equal Stripe's state, and every event must have been
 * applied exactly once. Deterministic by seed; durations are reported but not checked.
 */
import { attack } from "./hostile.ts";
import { calmDown, PHASES, type Phase } from "./phases.ts";
import { collectEvents, isRelevant } from "./sent-events.ts";
import { type StormWorld, startStorm } from "./storm-world.ts";
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
  const world = await startStorm({ seed, customers: CUSTOMERS });
  try {
    await storm(world, problems);
  } finally {
    await world.close();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
  process.stdout.write(
    `${problems.length === 0 ? "✓" : "✗"} storm (seed ${seed}): ${problems.length} problems in ${seconds} s\n`,
  );
  return problems.length === 0;
}

async function storm(world: StormWorld, problems: string[]): Promise<void> {
  const expectZero = createExpectZero(problems);
  const lines: Line[] = [];
  for (const phase of PHASES) lines.push(await runPhase(world, phase));
  console.table(lines);

  const wrong = await findWrongRows(world);
  problems.push(...wrong.slice(0, 3));
  const ledger = await readLedger(world.sql, world.sent);
  console.table({ events: world.sent.size, ...ledger, "connections cut": world.proxy.cuts });
  expectZero("customers whose row differs from Stripe", wrong.length);
  expectZero("changes missing from the plan", CHANGES - world.changer.count);
  expectZero("events lost", ledger.lost);
  expectZero("events that Stripe never sent", ledger.invented);
  expectZero("events applied twice", ledger.appliedTwice + ledger.unrecordedWrites);
  expectZero("rows overwritten by an older version", ledger.backwardWrites);

  await redeliver(world, expectZero);
  const before = JSON.stringify(await readLedger(world.sql, world.sent));
  problems.push(...(await attack(world)));
  await bringDown(world, expectZero);
  const after = JSON.stringify(await readLedger(world.sql, world.sent));
  expectZero("traces of hostile deliveries", before === after ? 0 : 1);
}

async function runPhase(world: StormWorld, { name, run }: Phase): Promise<Line> {
  const { control, changer, sql, sent } = world;
  const phaseStartedAt = performance.now();
  const attemptsBefore = control.deliveries().length;
  const changesBefore = changer.count;
  const before = await readLedger(sql, sent);
  await run(world);
  await calmDown(world);
  collectEvents(world, sent);
  const attempts = control.deliveries().slice(attemptsBefore);
  const after = await readLedger(sql, sent);
  return {
    phase: name,
    changes: changer.count - changesBefore,
    deliveries: attempts.length,
    failed: attempts.filter(({ status }) => status !== 200).length,
    applied: after.ledgerWrites - before.ledgerWrites,
    rowWrites: after.rowWrites - before.rowWrites,
    "rows wrong": (await findWrongRows(world)).length,
    seconds: Math.round((performance.now() - phaseStartedAt) / 100) / 10,
  };
}

/** Redelivers applied events: no calls to Stripe, no writes. */
async function redeliver(
  { control, random, sql, sent }: StormWorld,
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
  { control, changer, customers, product }: StormWorld,
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
