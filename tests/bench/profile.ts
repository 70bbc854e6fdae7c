/**
 * Profiles the CPU time of the dashboard by package, compared with a bare page with one query, from V8 samples mapped to
 * the source. Writes docs/performance.md. Needs a build of both.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import * as v from "valibot";
import { runWorker } from "../support/bare-workerd.ts";
import { findFreePort } from "../support/isolation.ts";
import { toTable, writeSection } from "../support/performance-document.ts";
import { startProduct } from "../support/product.ts";
import { createOwner } from "./accounts.ts";
import { load } from "./load.ts";
import { startPooler } from "./pooler.ts";

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 3;
const SECONDS = 6;
const SAMPLE_EVERY_US = 200;
const ITEMS = 25;
/** Smaller entries are summed, in microseconds. */
const MIN_ROW_US = 20;

/** Source: Chrome DevTools Protocol, Profiler.Profile. */
const profileSchema = v.object({
  nodes: v.array(
    v.object({
      id: v.number(),
      children: v.optional(v.array(v.number()), []),
      callFrame: v.object({
        functionName: v.string(),
        url: v.string(),
        lineNumber: v.number(),
        columnNumber: v.number(),
      }),
    }),
  ),
  samples: v.array(v.number()),
  timeDeltas: v.array(v.number()),
});
const responseSchema = v.object({
  id: v.optional(v.number()),
  result: v.optional(v.object({ profile: v.optional(profileSchema) })),
});
const targetsSchema = v.tuple([v.object({ webSocketDebuggerUrl: v.string() })]);

type Profile = v.InferOutput<typeof profileSchema>;
type Frame = Profile["nodes"][number]["callFrame"];

/** Sends commands to the inspector on `port`, one at a time. */
async function openInspector(port: number) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const socket = new WebSocket(v.parse(targetsSchema, targets)[0].webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let lastId = 0;
  return {
    send(method: string, params: object = {}): Promise<Profile | undefined> {
      lastId += 1;
      const id = lastId;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve) => {
        const listen = ({ data }: MessageEvent<string>) => {
          const response = v.parse(responseSchema, JSON.parse(data));
          if (response.id !== id) return;
          socket.removeEventListener("message", listen);
          resolve(response.result?.profile);
        };
        socket.addEventListener("message", listen);
      });
    },
    close: () => socket.close(),
  };
}

/** Labels a frame with its package or platform part. */
function createFrameLabeler(folder: string): (frame: Frame) => string | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(path.join(folder, file)));
    return maps.get(file);
  };
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (functionName === "(garbage collector)") return "garbage collection";
    if (url === "") return undefined;
    const file = /(assets\/)?[^/]+$/.exec(url)?.[0] ?? url;
    const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
    const source = entry && "originalSource" in entry ? entry.originalSource : url;
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
    return (
      name ?? (url.startsWith("node-internal:") ? "workerd's Node modules" : "application code")
    );
  };
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return undefined;
  }
}

/** Microseconds by label; platform time counts for the caller. */
function sumByLabel(
  { nodes, samples, timeDeltas }: Profile,
  nameOf: (frame: Frame) => string | undefined,
): Map<string, number> {
  const names = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nameAll = (id: number, caller: string) => {
    const node = byId.get(id);
    if (!node) return;
    const name = nameOf(node.callFrame) ?? caller;
    names.set(id, name);
    for (const child of node.children) nameAll(child, name);
  };
  const idle = new Set(["(idle)", "(program)"]);
  if (nodes[0]) nameAll(nodes[0].id, "workerd");
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id);
    if (!name || idle.has(byId.get(id)?.callFrame.functionName ?? "")) continue;
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return times;
}

/** Microseconds per request by label, of the Worker in `folder` under load. */
async function profile(
  folder: string,
  bindings: Readonly<Record<string, string>>,
  { databaseUrl, page, cookie }: { databaseUrl: string; page: string; cookie: string },
): Promise<Map<string, number>> {
  const inspectorPort = await findFreePort();
  const options = { databaseUrl, keepsLog: false, inspectorPort };
  const worker = await runWorker(folder, bindings, options);
  try {
    const ask = (seconds: number) =>
      load(worker.url + page, { seconds, connections: CONNECTIONS, headers: { Cookie: cookie } });
    await ask(WARM_UP_SECONDS);
    const inspector = await openInspector(inspectorPort);
    await inspector.send("Profiler.enable");
    await inspector.send("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
    await inspector.send("Profiler.start");
    const { requests } = await ask(SECONDS);
    const taken = await inspector.send("Profiler.stop");
    inspector.close();
    if (!taken) throw new Error("The profiler gave no profile");
    const times = sumByLabel(taken, createFrameLabeler(folder));
    return new Map([...times].map(([name, time]) => [name, time / requests]));
  } finally {
    await worker.close();
  }
}

const product = await startProduct();
const { DATABASE_URL = "", ...variables } = product.variables;
const pooler = await startPooler(DATABASE_URL, CONNECTIONS);
try {
  const { id, cookie } = await createOwner(product, ITEMS);
  const bareFolder = path.join(import.meta.dirname, "bare-app/build/server");
  const databaseUrl = pooler.url;
  const bare = await profile(bareFolder, {}, { databaseUrl, page: `/items?owner=${id}`, cookie });
  const dashboard = await profile(path.resolve("build/server"), variables, {
    databaseUrl,
    page: "/dashboard",
    cookie,
  });
  const rows = [...new Set([...dashboard.keys(), ...bare.keys()])]
    .map((name) => [name, bare.get(name) ?? 0, dashboard.get(name) ?? 0] as const)
    .toSorted((a, b) => b[2] - a[2]);
  const shown = rows.filter(([, ...times]) => Math.max(...times) >= MIN_ROW_US);
  const total = (column: 1 | 2) => rows.reduce((sum, row) => sum + row[column], 0);
  const cells = [...shown, ["total", total(1), total(2)] as const];
  const table = toTable(
    ["µs per request", "bare page, one query", "dashboard"],
    cells.map(([name, ...times]) => [name, ...times.map((time) => time.toFixed(0))]),
  );
  console.log(table);
  writeSection(
    "CPU profile",
    `\`node tests/bench/profile.ts\`: V8 profiler samples under load, by package. The profiler has overhead, so compare shares, not totals.\n\n${table}`,
  );
} finally {
  await pooler.close();
  await product.close();
}
process.exit(0);
