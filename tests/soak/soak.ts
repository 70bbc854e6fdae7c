/**
 * `node tests/soak/soak.ts [--minutes 30]`: mixed traffic and crons against the build in workerd with a pooler in place
 * of Hyperdrive, with a slow database, a spreadsheet outage and a deploy. Fails on a 5xx without Retry-After, too many
 * connections, lost or duplicate messages and payments, and (from five minutes) memory growth. From ten minutes, writes
 * docs/performance.md. Needs a build.
 */

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import * as v from "valibot";
import { isDue, readCrons } from "../../local/commands/crons.ts";
import { createOwner, type Owner } from "../bench/accounts.ts";
import { describeMachine, toTable, writeSection } from "../bench/performance-document.ts";
import { startPooler } from "../bench/pooler.ts";
import { type RunningWorker, runWorker } from "../support/bare-workerd.ts";
import { startFaultProxy } from "../support/database/fault-proxy.ts";
import { seededRandom } from "../support/numbers.ts";
import { startProduct } from "../support/product.ts";
import { createClient } from "./client.ts";
import { startFrontProxy } from "./front.ts";
import { runRandomAction, type Traffic } from "./traffic.ts";

const POOL_SIZE = 16;
/** Concurrent users; what two cores can serve beside the other processes. */
const USERS = 8;
const OWNERS = 20;
const SLOW_MS = 15;
const MIB = 1024 * 1024;
/**
 * An isolate's limit at Cloudflare. Without it V8 collects late: memory grew by an eighth in half an hour.
 * Source: https://developers.cloudflare.com/workers/platform/limits/#memory
 */
const HEAP_MIB = 128;
/** Memory is stable after the first minute. */
const MINUTE_MS = 60_000;
const MAX_GROWTH = 1.1;
const DEADLINE_MS = 90_000;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "1" } } });
const totalMs = Number(values.minutes) * MINUTE_MS;
if (!(totalMs > 0)) throw new Error("--minutes takes a number");
/** Memory is checked only in long runs. */
const isLong = totalMs >= 5 * MINUTE_MS;

const database = await startFaultProxy();
const sheet = await startFaultProxy();
const product = await startProduct((variables) => ({
  ...variables,
  SHEET_API_URL: sheet.proxyUrl(variables.SHEET_API_URL ?? ""),
}));
const { DATABASE_URL = "", ...variables } = product.variables;
const owners: Owner[] = [];
for (let index = 0; index < OWNERS; index += 1) owners.push(await createOwner(product, 25));
// Immediately, before another process takes the port.
await product.killSite();
const front = await startFrontProxy(product.ports.start);

const pooler = await startPooler(database.proxyUrl(DATABASE_URL), POOL_SIZE);
const startWorker = () =>
  runWorker(path.resolve("build/server"), variables, {
    databaseUrl: pooler.url,
    keepsLog: true,
    ...(isLong ? { heapMib: HEAP_MIB } : {}),
  });
const sql = postgres(product.cloud.superuserUrl, { max: 1, onnotice: () => {} });
let worker: RunningWorker = await startWorker();
front.switchTo(worker.url);

const client = createClient(product.siteUrl);
const ledger = { messages: new Set<string>(), payers: new Set<string>() };
const traffic: Traffic = {
  client,
  siteUrl: product.siteUrl,
  owners,
  random: seededRandom(20_261_121),
  ledger,
};
const startedAt = Date.now();
const isOver = () => Date.now() - startedAt >= totalMs;
const waitUntilShare = (share: number) =>
  sleep(Math.max(0, startedAt + totalMs * share - Date.now()));
const broken: string[] = [];

async function runUser(): Promise<void> {
  while (!isOver()) {
    await runRandomAction(traffic).catch((error: unknown) => {
      broken.push(error instanceof Error ? error.message : String(error));
    });
  }
}

/** Logs of stopped Workers. */
const logs: string[] = [];
async function runScenario(): Promise<void> {
  await waitUntilShare(0.2);
  database.delayMs = SLOW_MS;
  await waitUntilShare(0.3);
  database.delayMs = 0;
  sheet.setDown(true);
  await waitUntilShare(0.4);
  sheet.setDown(false);
  const previous = worker;
  worker = await startWorker();
  front.switchTo(worker.url);
  await sleep(2_000);
  await cronRun;
  logs.push(previous.log());
  await previous.close();
}

const crons = readCrons();
/** The latest run; a deploy waits for it, as Cloudflare does. */
let cronRun = Promise.resolve();
async function runCron(cron: string): Promise<void> {
  const cronStartedAt = performance.now();
  const outcome = await worker.runCron(cron).catch(String);
  client.record(`cron ${cron}`, performance.now() - cronStartedAt);
  if (outcome !== "ok") broken.push(`cron ${cron}: ${outcome}`);
}

/** A simulated minute, so that the 15-minute cron runs in a short soak too. */
const CRON_MINUTE_MS = 3_000;
async function runCrons(): Promise<void> {
  for (let minute = 0; !isOver(); minute += 1) {
    for (const cron of crons.filter((each) => isDue(each, minute))) {
      cronRun = runCron(cron);
      await cronRun;
    }
    await sleep(CRON_MINUTE_MS);
  }
}

let mostConnections = 0;
const memory: { readonly ms: number; readonly bytes: number }[] = [];
async function sampleMemory(): Promise<void> {
  const deployedAt = totalMs * 0.4;
  while (!isOver()) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where usename = 'app_worker'`;
    mostConnections = Math.max(mostConnections, row?.count ?? 0);
    const ms = Date.now() - startedAt - deployedAt;
    if (ms > 3_000) memory.push({ ms, bytes: worker.memoryBytes() });
    await sleep(1_000);
  }
}

await Promise.all([
  runScenario(),
  sampleMemory(),
  runCrons(),
  ...Array.from({ length: USERS }, runUser),
]);

const countPending = async () => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from contact_messages where forwarded_at is null`;
  return row?.count ?? 0;
};
// The outbox must be empty at the end; this skips the retry delay of failed messages.
const endsAt = Date.now() + DEADLINE_MS;
while ((await countPending()) > 0 && Date.now() < endsAt) {
  await sql`update contact_messages set next_attempt_at = now() where forwarded_at is null`;
  await runCron("* * * * *");
}
const log = [...logs, worker.log()].join("\n");
await worker.close();
await front.close();
await pooler.close();

/** Webhook times come from the Worker's log, since Stripe sends them. */
const webhook = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ route: v.literal("/api/stripe-webhook"), status: v.number(), ms: v.number() }),
);
for (const line of log.split("\n")) {
  const parsed = v.safeParse(webhook, line);
  if (!parsed.success) continue;
  client.record("webhook", parsed.output.ms);
  const { status } = parsed.output;
  if (status >= 500) broken.push(`webhook ${status}`);
}

const response = await fetch(`http://127.0.0.1:${product.ports.sheet}/v1/sheets/contact/rows`, {
  headers: { Authorization: `Bearer ${variables.SHEET_API_TOKEN}` },
});
const { rows } = v.parse(
  v.object({ rows: v.array(v.object({ values: v.array(v.string()) })) }),
  await response.json(),
);
const arrived = rows.map(({ values: [, , message = ""] }) => message);
const paid = await sql<{ user_id: string }[]>`
  select user_id from customers where stripe_subscription_status in ('active', 'trialing')`;
await sql.end();
await product.close();
await Promise.all([database.close(), sheet.close()]);

const lost = [...ledger.messages].filter((message) => !arrived.includes(message));
const twice = arrived.length - new Set(arrived).size;
const payers = new Set(paid.map(({ user_id: id }) => id));
const unpaid = [...ledger.payers].filter((id) => !payers.has(id));
/** Median memory between two times after the deploy; garbage collection makes single samples noisy. */
const medianMemoryBetween = (from: number, to: number) => {
  const bytes = memory.filter(({ ms }) => ms >= from && ms < to).map((sample) => sample.bytes);
  return bytes.toSorted((a, b) => a - b)[Math.floor(bytes.length / 2)] ?? 0;
};
const endMs = memory.at(-1)?.ms ?? 0;
const warm = medianMemoryBetween(MINUTE_MS, 2 * MINUTE_MS);
const last = medianMemoryBetween(endMs - MINUTE_MS, endMs);

const percentile = (times: readonly number[], part: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0).toFixed(0);
const table = toTable(
  ["", "requests", "p50 ms", "p95 ms", "p99 ms"],
  [...client.times].map(([kind, times]) => [
    kind,
    String(times.length),
    ...[0.5, 0.95, 0.99].map((part) => percentile(times, part)),
  ]),
);
const facts = [
  `5xx without Retry-After ${client.unexpectedErrors.length}`,
  `503 with Retry-After ${client.countUnavailable()}`,
  `broken connections ${broken.length}`,
  `at most ${mostConnections} of ${POOL_SIZE} database connections`,
  `memory ${isLong ? `${(warm / MIB).toFixed(0)} → ` : ""}${(last / MIB).toFixed(0)} MiB`,
  `messages ${ledger.messages.size} sent, ${lost.length} lost, ${twice} duplicated`,
  `payments ${ledger.payers.size} made, ${unpaid.length} unaccounted for`,
].join("; ");
console.log(`${table}\n\n${facts}`);
for (const line of [...new Set([...client.unexpectedErrors, ...broken])].slice(0, 10))
  console.log(line);
const hasPassed =
  client.unexpectedErrors.length === 0 &&
  broken.length === 0 &&
  mostConnections <= POOL_SIZE &&
  lost.length + twice + unpaid.length === 0 &&
  ledger.messages.size > 0 &&
  ledger.payers.size > 0 &&
  (!isLong || last <= warm * MAX_GROWTH);
if (!hasPassed)
  console.log(
    log
      .split("\n")
      .filter((line) => line.includes('"error"'))
      .slice(-5)
      .join("\n"),
  );
if (totalMs >= 10 * MINUTE_MS) {
  const how = `\`node tests/soak/soak.ts --minutes ${values.minutes}\`: ${USERS} concurrent users, the build in workerd, ${2 * SLOW_MS} ms database latency for a tenth of the time, a spreadsheet outage for a tenth, a deploy, one-minute crons every ${CRON_MINUTE_MS / 1000} s. Machine: ${describeMachine()}; the load generator runs on it too.`;
  writeSection("Soak test", `${how}\n\n${facts}.`);
}
console.log(hasPassed ? "✓ Soak test passed" : "✗ Soak test failed");
process.exit(hasPassed ? 0 : 1);
