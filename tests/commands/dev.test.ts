import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, utimesSync } from "node:fs";
import { chromium } from "@playwright/test";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { requireFreePorts } from "../../tools/ports-in-use.ts";
import { portsAt } from "../../tools/settings.ts";
import { prepareChromium } from "../support/chromium.ts";
import { findFreeOffset, makeLocalDir } from "../support/isolation.ts";

const START_TIMEOUT_MS = 90_000;
const Processes = v.object({
  children: v.array(v.object({ pid: v.number(), command: v.string() })),
});

let offset: number;
let localDir: string;
beforeAll(async () => {
  offset = await findFreeOffset();
  localDir = makeLocalDir("commands");
});
afterAll(() => rmSync(localDir, { recursive: true, force: true }));

interface Run {
  readonly process: ChildProcess;
  readonly output: () => string;
}

/** Not writable, as a container's may be. */
const HOME = "/dev/null/home";

/** Starts `npm run dev`, or another script. */
function runDev(dir = localDir, args = ["local/commands/dev.ts"], env = {}): Run {
  let output = "";
  const child = spawn(process.execPath, args, {
    env: { ...process.env, HOME, PORT_OFFSET: String(offset), LOCAL_DIR: dir, ...env },
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { process: child, output: () => output };
}

/** Starts the local cloud beside a program in place of the site. */
function runBeside(program: string, env = {}): Run {
  const script = `
    import { runSite } from "./local/commands/run-site.ts";
    const args = ["-e", ${JSON.stringify(program)}];
    const options = { stdio: ["ignore", "pipe", "pipe"] };
    const spawnSite = ({ processes }) => processes.spawn(process.execPath, args, options);
    await runSite({ port: "dev", spawnSite });`;
  return runDev(localDir, ["--input-type=module", "-e", script], env);
}

/** Signals the process group, as a terminal's Ctrl-C does. */
function interrupt(run: Run): void {
  if (run.process.pid !== undefined) process.kill(-run.process.pid, "SIGINT");
}

/** The process id of a run's Postgres. */
function postgresOf(dir: string): number {
  const { children } = v.parse(
    Processes,
    JSON.parse(readFileSync(`${dir}/processes.json`, "utf8")),
  );
  const pid = children.find(({ command }) => command.includes("/postgres "))?.pid;
  if (pid === undefined) throw new Error("No Postgres runs");
  return pid;
}

async function untilStarted(run: Run): Promise<void> {
  const isUp = () => expect(run.output()).toContain("Ctrl-C stops everything");
  await vi.waitFor(isUp, { timeout: START_TIMEOUT_MS, interval: 200 });
}

async function untilExit({ process: child }: Run): Promise<number | null> {
  const [code]: (number | null)[] = await once(child, "exit");
  return code ?? null;
}

async function expectNothingLeft(): Promise<void> {
  const claims = Object.entries(portsAt(offset)).map(([name, port]) => ({ name, port }));
  await vi.waitFor(() => requireFreePorts(claims), { timeout: 15_000, interval: 200 });
}

/** Saves a file of the home page, which runs no React, and waits until the open page has reloaded. */
async function expectReload(siteUrl: string): Promise<void> {
  const browser = await chromium.launch(await prepareChromium());
  try {
    const page = await browser.newPage();
    const connected = page.waitForEvent("console", (message) =>
      message.text().includes("connected"),
    );
    await page.goto(siteUrl);
    await connected;
    const reloaded = page.waitForEvent("load");
    utimesSync("app/content/navigation.ts", new Date(), new Date());
    await reloaded;
  } finally {
    await browser.close();
  }
}

describe("npm run dev", () => {
  // After SIGKILL: local/processes/child-processes.test.ts.
  test("serves everything, rejects a second run, and leaves no process", {
    timeout: 3 * START_TIMEOUT_MS,
  }, async () => {
    const run = runDev();
    await untilStarted(run);
    const ports = portsAt(offset);
    const table = [
      `http://localhost:${ports.dev}`,
      "pro@example.com",
      "correct-horse-1",
      `http://127.0.0.1:${ports.mailbox}/inbox`,
      `http://127.0.0.1:${ports.stripe}`,
      "4242 4242 4242 4242",
    ];
    const positions = table.map((text) => run.output().indexOf(text));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const ready = await fetch(`http://127.0.0.1:${ports.dev}/readyz`);
    expect(await ready.json()).toMatchObject({ status: "ok", database: "ok" });
    await expectReload(`http://localhost:${ports.dev}`);

    const samePorts = runDev(makeLocalDir("commands-other"));
    expect(await untilExit(samePorts)).toBe(1);
    expect(samePorts.output().trim()).toMatch(/^✗ Port \d+ \(\w+\) is taken\..*PORT_OFFSET=\d+$/);
    const sameFolder = runDev();
    expect(await untilExit(sameFolder)).toBe(1);
    expect(sameFolder.output().trim()).toMatch(/^✗ Already running as process \d+/);

    interrupt(run);
    expect(await untilExit(run)).toBe(0);
    await expectNothingLeft();
  });

  test("ends with a service that ends, and leaves no process", async () => {
    const port = portsAt(offset).dev;
    const run = runBeside(`require("http").createServer((_, out) => out.end()).listen(${port})`);
    await untilStarted(run);
    process.kill(postgresOf(localDir), "SIGKILL");
    expect(await untilExit(run)).toBe(1);
    expect(run.output()).toContain("✗ postgres exited (status SIGKILL)");
    await expectNothingLeft();
  });

  test("shows what a site that does not start printed", async () => {
    const program = `console.log("the stack"); console.error("the reason"); process.exitCode = 1`;
    // Without the local database, which takes seconds.
    const run = runBeside(program, { SUPABASE_URL: "https://hosted.example" });
    expect(await untilExit(run)).toBe(1);
    // Two pipes: their order is not the program's.
    const lines = ["the stack", "the reason", "✗ The site exited while starting (status 1)"];
    for (const line of lines) await expect.poll(run.output).toContain(line);
  });
});
