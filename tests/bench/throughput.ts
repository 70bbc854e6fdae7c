/**
 * Compares pages of the product with bare React Router pages, one of which has one query. Each runs in a
 * separate workerd with a pooler in place of Hyperdrive; only ratios within one run are meaningful. Writes
 * docs/performance.md.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { type RunningWorker, runWorker } from "../support/bare-workerd.ts";
import { median, medianBy } from "../support/numbers.ts";
import { startProduct } from "../support/product.ts";
import { createOwner } from "./accounts.ts";
import { addItems } from "./items.ts";
import { type LoadResult, load } from "./load.ts";
import { describeMachine, toTable, writeSection } from "./performance-document.ts";
import { startPooler } from "./pooler.ts";

const ROUNDS = 9;
const SECONDS = 3;
const POOL_SIZE = 16;
/** Saturates a Worker without queueing for the pool. */
const CONNECTIONS = POOL_SIZE;
/** Pages, the page to compare with, and the minimum ratio of requests per second. */
const LIMITS = [
  { page: "home page", bare: "bare React Router page", atLeast: 2 },
  { page: "dashboard", bare: "bare React Router page, one query", atLeast: 0.3 },
  { page: "dashboard of 10,000 items", bare: "dashboard", atLeast: 1 / 1.2 },
] as const;

interface Candidate {
  readonly name: string;
  readonly worker: RunningWorker;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Figures extends LoadResult {
  /** CPU milliseconds in workerd. */
  readonly cpuMs: number;
}

async function measure(candidate: Candidate, seconds: number): Promise<Figures> {
  const { worker, path: pagePath, headers } = candidate;
  const cpuBefore = worker.cpuSeconds();
  const result = await load(worker.url + pagePath, {
    seconds,
    connections: CONNECTIONS,
    ...(headers ? { headers } : {}),
  });
  return { ...result, cpuMs: ((worker.cpuSeconds() - cpuBefore) * 1000) / result.requests };
}

type Rounds = ReadonlyMap<string, readonly Figures[]>;

/** Median over the rounds of `page`'s requests per second relative to `bare`'s. */
function medianRatio(rounds: Rounds, page: string, bare: string): number {
  const bareRounds = rounds.get(bare) ?? [];
  const quotients = (rounds.get(page) ?? []).map(
    ({ perSecond }, round) => perSecond / (bareRounds[round]?.perSecond ?? Number.NaN),
  );
  return median(quotients);
}

function buildBareApp(): string {
  const folder = path.join(import.meta.dirname, "bare-app");
  const router = path.resolve("node_modules/.bin/react-router");
  const { status, stderr } = spawnSync(router, ["build"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The bare app was not built:\n${stderr}`);
  return path.join(folder, "build/server");
}

/** Interleaves candidates, so that other load affects them equally. */
async function compare(candidates: readonly Candidate[]): Promise<Rounds> {
  const rounds = new Map(candidates.map(({ name }) => [name, [] as Figures[]]));
  for (const candidate of candidates) await measure(candidate, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const candidate of candidates) {
      rounds.get(candidate.name)?.push(await measure(candidate, SECONDS));
    }
  }
  return rounds;
}

const bareFolder = buildBareApp();
const product = await startProduct();
const { DATABASE_URL = "", ...variables } = product.variables;
const pooler = await startPooler(DATABASE_URL, POOL_SIZE);
const running: RunningWorker[] = [];
let isWithinLimits = false;
try {
  const start = async (folder: string, bindings: Readonly<Record<string, string>>) => {
    const worker = await runWorker(folder, bindings, {
      databaseUrl: pooler.url,
      keepsLog: false,
    });
    running.push(worker);
    return worker;
  };
  const bare = await start(bareFolder, {});
  const site = await start(path.resolve("build/server"), variables);
  const { id, cookie } = await createOwner(product);
  await addItems(product, id, 25);
  const longList = await createOwner(product);
  await addItems(product, longList.id, 10_000);
  const dashboard = { worker: site, path: "/dashboard", headers: { Cookie: cookie } };
  const longHeaders = { Cookie: longList.cookie };

  const rounds = await compare([
    { name: "bare React Router page", worker: bare, path: "/" },
    { name: "home page", worker: site, path: "/" },
    { name: "bare React Router page, one query", worker: bare, path: `/items?owner=${id}` },
    { ...dashboard, name: "dashboard" },
    { ...dashboard, name: "dashboard of 10,000 items", headers: longHeaders },
    { ...dashboard, name: "home page, signed in", path: "/" },
  ]);
  const table = toTable(
    ["", "requests/s", "p50 ms", "p95 ms", "CPU ms per request"],
    [...rounds].map(([name, figures]) => {
      const { perSecond, p50, p95, cpuMs } = medianBy(figures, (round) => round.perSecond);
      return [name, perSecond.toFixed(0), p50.toFixed(1), p95.toFixed(1), cpuMs.toFixed(2)];
    }),
  );
  const results = LIMITS.map(({ page, bare, atLeast }) => {
    const ratio = medianRatio(rounds, page, bare);
    const text = `Requests per second, ${page} to ${bare}: **${ratio.toFixed(2)}** (at least ${atLeast.toFixed(2)}).`;
    return { text, hasPassed: ratio >= atLeast };
  });
  const summary = results.map(({ text }) => text).join(" ");
  const how = `\`npm run bench\`: ${CONNECTIONS} connections for ${SECONDS} s, median of ${ROUNDS} interleaved rounds, ratios within a round, ${POOL_SIZE} pooled connections in place of Hyperdrive. ${describeMachine()}; the load generator runs on it too.`;
  console.log(`${table}\n\n${summary}`);
  writeSection("Throughput", `${how}\n\n${table}\n\n${summary}`);
  isWithinLimits = results.every(({ hasPassed }) => hasPassed);
} finally {
  for (const worker of running) await worker.close();
  await pooler.close();
  await product.close();
}
process.exit(isWithinLimits ? 0 : 1);
