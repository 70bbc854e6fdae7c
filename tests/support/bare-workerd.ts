/** Runs a built Worker directly in workerd, without a dev server or proxy. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Readable } from "node:stream";
import { findFreePort } from "local-kit";
import * as v from "valibot";

const CONFIG = "measured.capnp";
const CONTROL_FD = 3;
const SOCKETS = ["http", "other"];
const START_TIMEOUT_MS = 10_000;

/** Path of the binary; the package has no types. */
const { default: workerd } = v.parse(
  v.object({ default: v.string() }),
  createRequire(import.meta.url)("workerd"),
);

/** Another Worker of the process, which uses `Intl`. */
const OTHER =
  "export default { fetch: () => new Response(new Intl.NumberFormat('en-US').format(1)) };";

/** Rate limits that never apply. */
const NO_LIMIT = "export default () => ({ limit: async () => ({ success: true }) });";

export interface RunningWorker {
  /** Origin, without a trailing slash. */
  readonly url: string;
  /** From the start of workerd until it listens, in milliseconds. */
  readonly startMs: number;
  /** Has another Worker of the process use `Intl`, whose data a process loads once. */
  warmProcess(): Promise<void>;
  /** CPU seconds used by workerd. */
  cpuSeconds(): number;
  /** Log output so far. */
  log(): string;
  close(): Promise<void>;
}

interface RunOptions {
  readonly databaseUrl: string;
  /** False in measurements: collecting the log costs CPU time in the load generator. */
  readonly keepsLog: boolean;
  /** V8 heap limit in MiB; none by default. */
  readonly heapMib?: number;
}

/**
 * Starts the modules in `folder`, whose entry is index.js, with `bindings`. Throws when workerd does not
 * start.
 */
export async function runWorker(
  folder: string,
  bindings: Readonly<Record<string, string>>,
  { databaseUrl, keepsLog, heapMib }: RunOptions,
): Promise<RunningWorker> {
  const port = await findFreePort();
  const otherPort = await findFreePort();
  const config = path.join(folder, CONFIG);
  writeFileSync(
    config,
    createWorkerConfig(folder, { port, otherPort, bindings, databaseUrl, heapMib }),
    {
      mode: 0o600,
    },
  );
  const output = keepsLog ? "pipe" : "ignore";
  const startedAt = performance.now();
  const child = spawn(workerd, ["serve", "--experimental", `--control-fd=${CONTROL_FD}`, CONFIG], {
    cwd: folder,
    stdio: ["ignore", output, output, "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  await waitUntilListening(child);
  const startMs = performance.now() - startedAt;
  rmSync(config);
  return {
    url: `http://127.0.0.1:${port}`,
    startMs,
    async warmProcess() {
      await (await fetch(`http://127.0.0.1:${otherPort}/`)).text();
    },
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    log: () => log,
    async close() {
      if (child.kill()) await once(child, "exit");
    },
  };
}

/** Source: workerd.capnp, the schema of workerd's configuration. */
function createWorkerConfig(
  folder: string,
  options: {
    port: number;
    otherPort: number;
    bindings: Readonly<Record<string, string>>;
    databaseUrl: string;
    heapMib: number | undefined;
  },
): string {
  const database = new URL(options.databaseUrl);
  const modules = listModules(folder).map(
    (file) => `(name = "${file}", esModule = embed "${file}")`,
  );
  const hyperdrive = [
    'designator = "database"',
    `database = "${database.pathname.slice(1)}"`,
    `user = "${database.username}"`,
    `password = "${database.password}"`,
    'scheme = "postgresql"',
  ].join(", ");
  const bindings = [
    ...Object.entries(options.bindings).map(
      ([name, value]) => `(name = "${name}", text = "${value}")`,
    ),
    ...["NETWORK_RATE_LIMIT", "IDENTIFIER_RATE_LIMIT"].map(
      (name) => `(name = "${name}", wrapped = (moduleName = "no-limit"))`,
    ),
    `(name = "HYPERDRIVE", hyperdrive = (${hyperdrive}))`,
  ];
  const v8Flags = options.heapMib ? `"--max-heap-size=${options.heapMib}"` : "";
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "other", worker = .other),
    (name = "database", external = (address = "${database.host}", tcp = ())),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  extensions = [(modules = [(name = "no-limit", internal = true, esModule = "${NO_LIMIT}")])],
  v8Flags = [${v8Flags}],
  sockets = [
    (name = "http", address = "127.0.0.1:${options.port}", http = (), service = "main"),
    (name = "other", address = "127.0.0.1:${options.otherPort}", http = (), service = "other"),
  ],
);
const other :Workerd.Worker = (
  compatibilityDate = "2026-10-01",
  modules = [(name = "other.js", esModule = "${OTHER}")],
);
const main :Workerd.Worker = (
  compatibilityDate = "2026-10-01",
  compatibilityFlags = ["nodejs_compat"],
  modules = [${modules.join(", ")}],
  bindings = [${bindings.join(", ")}],
);
`;
}

/** The first module is the entry. */
function listModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .toSorted((a, b) => Number(b === "index.js") - Number(a === "index.js"));
}

/** workerd reports each socket as a line on the control pipe; no request reaches the Worker. */
async function waitUntilListening(child: ChildProcess): Promise<void> {
  const control = child.stdio[CONTROL_FD];
  if (!(control instanceof Readable)) throw new Error("workerd has no control pipe");
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
  let lines = "";
  for await (const chunk of control) {
    lines += chunk;
    if (SOCKETS.every((name) => lines.includes(`"${name}"`))) return clearTimeout(timer);
  }
  clearTimeout(timer);
  throw new Error("workerd did not start");
}

/** CPU seconds of a process, from Linux's /proc. */
function readCpuSeconds(pid: number): number {
  // Fields 14 and 15, in ticks of 1/100 s; counted after the name, which may contain spaces.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
