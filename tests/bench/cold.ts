/**
 * The first request of an isolate: from the start of workerd to the first byte, relative to a Worker of one
 * line. As at Cloudflare, another Worker of the process has used `Intl` before. Then a burst of dashboards.
 * Writes docs/performance.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runWorker } from "../support/bare-workerd.ts";
import { median } from "../support/numbers.ts";
import { startProduct } from "../support/product.ts";
import { createOwner } from "./accounts.ts";
import { addItems } from "./items.ts";
import { describeMachine, toTable, writeSection } from "./performance-document.ts";
import { startPooler } from "./pooler.ts";

const ROUNDS = 15;
const BARE = "a Worker of one line";
/** Milliseconds of noise, which would otherwise move the ratios. */
const NOISE_MS = 30;

interface Candidate {
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
  /** At most this many times the bare Worker's first byte, beside the noise. */
  readonly limit: number;
}

interface Visit {
  readonly startMs: number;
  readonly firstMs: number;
  readonly secondMs: number;
}

const product = await startProduct();
const { DATABASE_URL = "", ...variables } = product.variables;
const pooler = await startPooler(DATABASE_URL, 4);
const bareFolder = mkdtempSync(path.join(os.tmpdir(), "bare-worker-"));
writeFileSync(
  path.join(bareFolder, "index.js"),
  'export default { fetch: () => new Response("ok") };',
);

/** Starts an isolate and requests the page twice. */
async function visit({ name, path: pagePath, init = {} }: Candidate): Promise<Visit> {
  const folder = name === BARE ? bareFolder : path.resolve("build/server");
  const options = { databaseUrl: pooler.url, keepsLog: false };
  const worker = await runWorker(folder, name === BARE ? {} : variables, options);
  try {
    await worker.warmProcess();
    const request = async () => {
      const startedAt = performance.now();
      const response = await fetch(worker.url + pagePath, { ...init, redirect: "manual" });
      const ms = performance.now() - startedAt;
      await response.arrayBuffer();
      return ms;
    };
    return { startMs: worker.startMs, firstMs: await request(), secondMs: await request() };
  } finally {
    await worker.close();
  }
}

/** Dashboards within a second, through this many connections; none may fail, or take longer. */
const BURST = { requests: 500, connections: 30 } as const;

/** Sorted milliseconds of a burst to one isolate; infinite for a response that is not 200. */
async function burst(cookie: string): Promise<number[]> {
  const connections = await startPooler(DATABASE_URL, BURST.connections);
  const options = { databaseUrl: connections.url, keepsLog: false };
  const worker = await runWorker(path.resolve("build/server"), variables, options);
  const request = async () => {
    const startedAt = performance.now();
    const response = await fetch(`${worker.url}/dashboard`, { headers: { cookie } });
    await response.arrayBuffer();
    return response.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
  };
  try {
    await request();
    const times = Array.from({ length: BURST.requests }, async (_, index) => {
      await sleep((index * 1000) / BURST.requests);
      return request();
    });
    return (await Promise.all(times)).toSorted((a, b) => a - b);
  } finally {
    await worker.close();
    await connections.close();
  }
}

let isWithinLimits = true;
try {
  const owner = await createOwner(product);
  const { cookie } = owner;
  await addItems(product, owner.id, 25);
  const forged = { method: "POST", headers: { "Stripe-Signature": "t=1,v1=00" }, body: "{}" };
  const candidates: readonly Candidate[] = [
    { name: BARE, path: "/", limit: 1 },
    { name: "`/healthz`", path: "/healthz", limit: 5 },
    { name: "`/`", path: "/", limit: 5 },
    { name: "`/auth/signin`", path: "/auth/signin", limit: 5 },
    { name: "webhook, rejected", path: "/api/stripe-webhook", init: forged, limit: 5 },
    { name: "`/dashboard`", path: "/dashboard", init: { headers: { cookie } }, limit: 6 },
  ];
  const visits = new Map(candidates.map(({ name }) => [name, [] as Visit[]]));
  // The first round warms the disk cache.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const candidate of candidates) {
      const measured = await visit(candidate);
      if (round >= 0) visits.get(candidate.name)?.push(measured);
    }
  }
  const firstByte = (name: string) =>
    (visits.get(name) ?? []).map(({ startMs, firstMs }) => startMs + firstMs);
  const rows = candidates.map(({ name, limit }) => {
    const all = visits.get(name) ?? [];
    const bare = firstByte(BARE);
    const ratio = median(firstByte(name).map((ms, round) => ms / (bare[round] ?? Number.NaN)));
    const total = median(firstByte(name));
    const limitMs = limit * median(bare) + NOISE_MS;
    isWithinLimits &&= total <= limitMs;
    const ms = (key: keyof Visit) => median(all.map((each) => each[key])).toFixed(1);
    return [
      name,
      ms("startMs"),
      ms("firstMs"),
      name === BARE ? total.toFixed(1) : `${total.toFixed(1)} (≤ ${limitMs.toFixed(0)})`,
      ratio.toFixed(2),
      ms("secondMs"),
    ];
  });
  const table = toTable(["", "start", "first byte", "both", "ratio", "second request"], rows);
  const about = `\`node tests/bench/cold.ts\`: milliseconds until workerd listens, to the first byte of the first request, and both, at most 5 times (the dashboard 6 times) as long as a Worker of one line, and ${NOISE_MS} ms. Medians of ${ROUNDS} interleaved rounds. ${describeMachine()}.`;
  const times = await burst(cookie);
  const [middle = 0, last = 0] = [times[BURST.requests / 2], times.at(-1)];
  const failed = times.filter((ms) => !Number.isFinite(ms)).length;
  isWithinLimits &&= failed === 0;
  const burstFigures = `${BURST.requests} dashboards requested within a second from one isolate with ${BURST.connections} connections: ${failed} failed, median ${middle.toFixed(0)} ms, longest ${last.toFixed(0)} ms.`;
  const section = `${about}\n\n${table}\n\n${burstFigures}`;
  writeSection("Cold visits", section);
  console.log(section);
} finally {
  rmSync(bareFolder, { recursive: true });
  await pooler.close();
  await product.close();
}
if (!isWithinLimits) {
  console.error("✗ A limit is exceeded");
  process.exitCode = 1;
}
