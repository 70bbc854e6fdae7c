import { once } from "node:events";
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import net from "node:net";
import { chromium } from "@playwright/test";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { unstable_getVarsForDev } from "wrangler";
import { connectPostgres } from "../../drizzle/connect.ts";
import { WITHOUT_DOT_ENV } from "../../local/site/spawn-site.ts";
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD, portsAt } from "../../tools/shared/settings.ts";
import { prepareChromium } from "../support/chromium.ts";
import { findFreeOffset, makeLocalDir } from "../support/isolation.ts";
import { superuserDatabaseUrl } from "../support/running-cloud.ts";
import {
  answerAt,
  commandBeside,
  expectNothingLeft,
  interrupt,
  type Place,
  START_TIMEOUT_MS,
  start,
  startScript,
  untilExit,
  untilStarted,
} from "./running.ts";

const Processes = v.object({
  children: v.array(v.object({ pid: v.number(), command: v.string() })),
});

let place: Place;
beforeAll(async () => {
  place = { offset: await findFreeOffset(), localDir: makeLocalDir("commands") };
});
afterAll(() => rmSync(place.localDir, { recursive: true, force: true }));

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

/** The shell of a person who deploys, with a local proxy's variables. */
const operatorsShell = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ENVIRONMENT: "production",
  SITE_URL: "https://www.studio.example",
  SUPABASE_URL: "https://abcdef.supabase.co",
  STRIPE_API_URL: "https://api.stripe.example",
  SHEET_API_URL: "https://sheet.studio.example/rows",
  CLOUDFLARE_ENV: "production",
  CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
  NODE_ENV: "production",
  NODE_USE_ENV_PROXY: "1",
  // Nothing listens there.
  HTTP_PROXY: "http://127.0.0.1:9",
});

/** Sends the contact form with `headers`, and returns the status. */
async function sendForm(siteUrl: string, headers: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ name: "Ann", email: "ann@example.com", message: "Hello" });
  return (await fetch(`${siteUrl}/contact`, { method: "POST", headers, body })).status;
}

/**
 * Signs in where a browser has sessions of other projects on this machine, and returns the session cookies
 * that it gets.
 */
async function signInBeside(siteUrl: string): Promise<string[]> {
  const [{ email }] = LOCAL_ACCOUNTS;
  const response = await fetch(`${siteUrl}/auth/signin`, {
    method: "POST",
    headers: { Origin: siteUrl, Cookie: "sb-127-auth-token=a; sb-127-54321-auth-token.0=b" },
    body: new URLSearchParams({ email, password: LOCAL_PASSWORD }),
    redirect: "manual",
  });
  const names = response.headers.getSetCookie().map((line) => line.split("=", 1)[0] ?? "");
  return names.filter((name) => name.includes("auth-token"));
}

/** An empty database on another Postgres, which counts the connections that were made to it. */
async function createProduction() {
  const sql = connectPostgres(superuserDatabaseUrl);
  onTestFinished(() => sql.end());
  const name = `production_${place.offset}`;
  await sql`create database ${sql(name)}`;
  onTestFinished(() => sql`drop database ${sql(name)} with (force)`.then(() => {}));
  return {
    url: new URL(name, superuserDatabaseUrl).href,
    async countConnections() {
      const [row] = await sql`select sessions from pg_stat_database where datname = ${name}`;
      return Number(row?.sessions);
    },
  };
}

/** Writes a file beside the local data, and returns its path. */
function write(name: string, text: string): string {
  const file = `${place.localDir}/${name}`;
  writeFileSync(file, text);
  return file;
}

/**
 * Opens a page with React and one without, neither of which violates its policy unless it has an inline
 * style. Saves a file of the home page, which runs no React, and waits until the open page has reloaded.
 */
async function expectPages(siteUrl: string, output: () => string): Promise<void> {
  const browser = await chromium.launch(await prepareChromium());
  try {
    const page = await browser.newPage();
    const connected = page.waitForEvent("console", (message) =>
      message.text().includes("connected"),
    );
    await page.goto(`${siteUrl}/auth/signin`);
    await page.waitForSelector("[data-hydrated]");
    await connected;
    const reconnected = page.waitForEvent("console", (message) =>
      message.text().includes("connected"),
    );
    await page.goto(siteUrl);
    await reconnected;
    expect(output()).not.toContain("csp.violation");
    // Again until it is logged, in another document: of one, Chrome sends the same report once, also while
    // Vite restarts the Worker.
    const violatePolicy = async () => {
      const other = await browser.newPage();
      await other.goto(siteUrl);
      const addStyle = () => document.body.insertAdjacentHTML("beforeend", "<p style=color:red>");
      await other.evaluate(addStyle);
      return output();
    };
    await expect.poll(violatePolicy, { interval: 1_000 }).toMatch(/csp\.violation.*style-src-attr/);
    const reloaded = page.waitForEvent("load");
    utimesSync("app/content/navigation.ts", new Date(), new Date());
    await reloaded;
  } finally {
    await browser.close();
  }
}

describe("npm run dev", () => {
  // After SIGKILL: local/processes/child-processes.test.ts.
  test("serves everything, rejects a second run, and leaves no process, whatever the shell holds", {
    timeout: 3 * START_TIMEOUT_MS,
  }, async () => {
    const production = await createProduction();
    const run = startScript(place, "local/commands/dev.ts", operatorsShell(production.url));
    await untilStarted(run);
    const ports = portsAt(place.offset);
    const siteUrl = `http://localhost:${ports.dev}`;
    const table = [
      siteUrl,
      "pro@example.com",
      "correct-horse-1",
      `http://127.0.0.1:${ports.mailbox}/inbox`,
      `http://127.0.0.1:${ports.stripe}`,
      "4242 4242 4242 4242",
      `postgres://127.0.0.1:${ports.postgres}`,
    ];
    const positions = table.map((text) => run.output().indexOf(text));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const ready = await fetch(`${siteUrl}/readyz`);
    expect(await ready.json()).toMatchObject({ status: "ok", database: "ok" });
    await expectPages(siteUrl, run.output);

    const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "dev.example" };
    expect(await sendForm(siteUrl, { ...forwarded, Origin: siteUrl })).toBe(200);
    expect(await sendForm(siteUrl, { ...forwarded, Origin: "https://dev.example" })).toBe(200);
    expect(await sendForm(siteUrl, { ...forwarded, Origin: "https://other.example" })).toBe(403);

    expect(await signInBeside(siteUrl)).toEqual([`sb-127-${ports.supabase}-auth-token`]);

    await fetch(`${siteUrl}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
    const migrated = startScript(place, "local/commands/db-migrate.ts", {
      DATABASE_URL: production.url,
    });
    expect(await untilExit(migrated)).toBe(0);
    expect(migrated.output()).toContain(`local database at 127.0.0.1:${ports.postgres}`);
    expect(await production.countConnections()).toBe(0);

    const samePorts = startScript({ ...place, localDir: makeLocalDir("commands-other") });
    expect(await untilExit(samePorts)).toBe(1);
    expect(samePorts.output().trim()).toMatch(
      /^✗ Port \d+ \(\w+\) is taken by .*node.*PORT_OFFSET=\d+$/,
    );
    const sameFolder = startScript(place);
    expect(await untilExit(sameFolder)).toBe(1);
    expect(sameFolder.output().trim()).toMatch(/^✗ Already running as process \d+/);

    interrupt(run);
    expect(await untilExit(run)).toBe(0);
    await expectNothingLeft(place);
  });

  test("waits for the port of an outgoing connection, ends with a service that ends, and leaves no process", async () => {
    const { dev, postgres } = portsAt(place.offset);
    const other = net
      .createServer((socket) => socket.on("error", () => {}))
      .listen(dev + 1, "127.0.0.1");
    const connection = net.connect({ port: dev + 1, host: "127.0.0.1", localPort: postgres });
    await once(connection, "connect");
    setTimeout(() => connection.resetAndDestroy(), 2_000);
    onTestFinished(() => void other.close());
    const run = start(place, commandBeside(answerAt(dev)));
    await untilStarted(run);
    process.kill(postgresOf(place.localDir), "SIGKILL");
    expect(await untilExit(run)).toBe(1);
    expect(run.output()).toContain("✗ postgres exited (status SIGKILL");
    await expectNothingLeft(place);
  });

  test("starts after a container was killed, in which its process had the same id", async () => {
    const port = portsAt(place.offset).dev;
    const record = JSON.stringify({ owner: { pid: 0, startedAt: "before" }, children: [] });
    // `exec` keeps the shell's process id, so that the record names the process that reads it.
    const asRecorded = `echo '${record}' | sed "s/:0/:$$/" > "$LOCAL_DIR/processes.json"; exec "$@"`;
    const variablesFile = write(".dev.vars", "SUPABASE_URL=https://hosted.example\n");
    const command = commandBeside(answerAt(port), variablesFile);
    const run = start(place, ["sh", "-c", asRecorded, "sh", ...command]);
    await untilStarted(run);
    interrupt(run);
    expect(await untilExit(run)).toBe(0);
  });

  test("names the services of .dev.vars that are elsewhere, and leaves their queues alone", async () => {
    const variablesFile = write(
      ".dev.vars",
      "SUPABASE_URL=https://hosted.example\nDATABASE_URL=postgres://u:secret@db.hosted.example/postgres\nSTRIPE_API_URL=\n",
    );
    const run = start(place, commandBeside(answerAt(portsAt(place.offset).dev), variablesFile));
    await untilStarted(run);
    expect(run.output()).toMatch(/Stripe +https:\/\/api\.stripe\.com +NOT LOCAL/);
    expect(run.output()).toMatch(/Postgres +postgres:\/\/db\.hosted\.example +NOT LOCAL/);
    expect(run.output()).toMatch(/Crons +off/);
    expect(run.output()).not.toContain("secret");
    interrupt(run);
    expect(await untilExit(run)).toBe(0);
  });

  test("shows what a site that does not start printed", async () => {
    const program = `console.log("the stack"); console.error("the reason"); process.exitCode = 1`;
    // Without the local database, which takes seconds.
    const variablesFile = write(".dev.vars", "SUPABASE_URL=https://hosted.example\n");
    const run = start(place, commandBeside(program, variablesFile));
    expect(await untilExit(run)).toBe(1);
    // Two pipes: their order is not the program's.
    const lines = ["the stack", "the reason", "✗ The site exited while starting (status 1)"];
    for (const line of lines) await expect.poll(run.output).toContain(line);
  });

  test("names the program on the other address of localhost, which browsers would show", async () => {
    const { dev } = portsAt(place.offset);
    const other = net.createServer().listen({ port: dev, host: "::1", ipv6Only: true });
    // Without IPv6, browsers have one address.
    const hasIpv6 = await once(other, "listening").then(
      () => true,
      () => false,
    );
    const run = start(
      place,
      commandBeside(answerAt(dev), write(".dev.vars", "SUPABASE_URL=https://hosted.example\n")),
    );
    if (hasIpv6) {
      expect(await untilExit(run)).toBe(1);
      expect(run.output()).toMatch(`Port ${dev} (site) is taken by process ${process.pid}`);
      return other.close();
    }
    await untilStarted(run);
    interrupt(run);
  });

  test("rejects an option that it does not have", async () => {
    const run = start(place, [process.execPath, "local/commands/dev.ts", "--port", "3000"]);
    expect(await untilExit(run)).toBe(1);
    expect(run.output()).toContain("✗ Unknown option '--port'");
  });
});

test("no .env reaches the Worker", () => {
  const folder = makeLocalDir("commands-env");
  writeFileSync(`${folder}/.env`, "SUPABASE_URL=https://abcdef.supabase.co\n");
  const read = () => unstable_getVarsForDev(`${folder}/wrangler.toml`, undefined, {}, undefined);
  expect(Object.keys(read())).toEqual(["SUPABASE_URL"]);
  for (const [name, value] of Object.entries(WITHOUT_DOT_ENV)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(read()).toEqual({});
});

test("npm run db:migrate refuses a hosted database", async () => {
  const env = { DATABASE_URL: "postgres://postgres:secret@db.abcdef.supabase.co:5432/postgres" };
  const run = startScript(place, "local/commands/db-migrate.ts", env);
  expect(await untilExit(run)).toBe(1);
  expect(run.output()).toContain("db.abcdef.supabase.co:5432: deploys migrate hosted databases");
});

test("npm run db:reset takes an empty record for none, as a full disk leaves it", async () => {
  const dir = makeLocalDir("commands-reset");
  writeFileSync(`${dir}/processes.json`, "");
  const run = startScript({ ...place, localDir: dir }, "local/commands/db-reset.ts");
  expect(await untilExit(run)).toBe(0);
  expect(existsSync(dir)).toBe(false);
});
