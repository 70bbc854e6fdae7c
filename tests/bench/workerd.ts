/** A built Worker in a bare workerd of its own: no dev server, no proxy in between. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as v from "valibot";
import { freePort } from "../support/free-port.ts";

const CONFIG = "measured.capnp";
const START_TIMEOUT_MS = 10_000;

/** The package says where its program is, and brings no types. */
const { default: workerd } = v.parse(
  v.object({ default: v.string() }),
  createRequire(import.meta.url)("workerd"),
);

export interface RunningWorker {
  /** Origin, without a trailing slash. */
  readonly url: string;
  /** Seconds of processor time that its workerd has used so far. */
  cpuSeconds(): number;
  close(): Promise<void>;
}

/** Starts the modules in `folder` (its entry is index.js) with these bindings. */
export async function runWorker(
  folder: string,
  bindings: Readonly<Record<string, string>>,
  databaseUrl: string,
): Promise<RunningWorker> {
  const port = await freePort();
  const config = path.join(folder, CONFIG);
  writeFileSync(config, describeWorker(folder, { port, bindings, databaseUrl }), { mode: 0o600 });
  const child = spawn(workerd, ["serve", CONFIG], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilListening(child, `http://127.0.0.1:${port}/ok`);
  rmSync(config);
  return {
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    async close() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Source: workerd.capnp, the schema of workerd's configuration. */
function describeWorker(
  folder: string,
  options: { port: number; bindings: Readonly<Record<string, string>>; databaseUrl: string },
): string {
  const database = new URL(options.databaseUrl);
  const modules = listModules(folder).map(
    (file) => `(name = "${file}", esModule = embed "${file}")`,
  );
  const bindings = Object.entries(options.bindings).map(
    ([name, value]) => `(name = "${name}", text = "${value}")`,
  );
  const hyperdrive = [
    'designator = "database"',
    `database = "${database.pathname.slice(1)}"`,
    `user = "${database.username}"`,
    `password = "${database.password}"`,
    'scheme = "postgresql"',
  ].join(", ");
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "database", external = (address = "${database.host}", tcp = ())),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${options.port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  compatibilityDate = "2026-10-01",
  compatibilityFlags = ["nodejs_compat"],
  modules = [${modules.join(", ")}],
  bindings = [${[...bindings, `(name = "HYPERDRIVE", hyperdrive = (${hyperdrive}))`].join(", ")}],
);
`;
}

/** The first module is the entry. */
function listModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .toSorted((a, b) => Number(b === "index.js") - Number(a === "index.js"));
}

async function untilListening(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return void (await response.body?.cancel());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error("workerd did not start");
}

/** Fields 14 and 15, in ticks of a hundredth of a second; after the name, which may hold spaces. */
function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
