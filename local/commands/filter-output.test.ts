import { once } from "node:events";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { pipeOutput } from "./filter-output.ts";

interface Situation {
  readonly isTTY?: boolean;
  readonly isStarting?: boolean;
}

async function filter(
  text: string,
  { isTTY = false, isStarting = false }: Situation = {},
): Promise<string> {
  const from = new PassThrough();
  const to = Object.assign(new PassThrough(), { isTTY });
  const ended = once(from, "close");
  pipeOutput(from, to, () => isStarting);
  from.end(text);
  await ended;
  await new Promise(setImmediate);
  return stripVTControlCharacters(String(to.read() ?? ""));
}

const toLines = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const REQUEST = {
  ...{ level: "info", event: "request", requestId: "r1", method: "GET", route: "/pricing" },
  ...{ status: 200, cache: "none", ms: 12, databaseMs: 3, user: "5f" },
};
const FAILURE = {
  ...{ level: "error", event: "webhook.failed", requestId: "r2", error: "Error: no database" },
  ...{ cause: "Error: refused (ECONNREFUSED)", stack: "at a (x.ts:1:1)" },
};
const CRON = { level: "info", event: "scheduled.done", cron: "* * * * *", ms: 9, requestId: "r3" };

test("output passes through with single blank lines", async () => {
  expect(await filter("one\n\n\ntwo\n")).toBe("one\n\ntwo\n");
});

test("drops reports of closed database connections, keeps other errors", async () => {
  const noise =
    "✘ [ERROR] kj::getCaughtExceptionAsKj() = ffi.rs:176: disconnected: write(): Broken pipe";
  const stack = "  stack: /x/bin/workerd@58261f3 /x/bin/workerd@5829de7";
  expect(await filter(`${noise}\n\n${stack}\n\n\n✘ [ERROR] Uncaught TypeError\n`)).toBe(
    "\n✘ [ERROR] Uncaught TypeError\n",
  );
});

test("only a line feed ends a line; the last line needs none", async () => {
  const event = JSON.stringify({ event: "browser.error", error: "a\u2028{\u2029b" });
  expect(event).toContain("\u2028");
  expect(await filter(`${event}\r\nthe end`)).toBe(`${event}\r\nthe end\n`);
});

test("a pipe gets every log line as JSON", async () => {
  const json = toLines(REQUEST, FAILURE, { ...CRON, done: 0, deleted: 0 });
  expect(await filter(json)).toBe(json);
});

test("a terminal gets one line per request, and errors with their cause", async () => {
  const shown = await filter(toLines(REQUEST, FAILURE), { isTTY: true });
  expect(shown.replaceAll(/^\d\d:\d\d:\d\d /gm, "")).toBe(
    "200   12ms GET /pricing databaseMs=3\n" +
      "ERROR webhook.failed error=Error: no database cause=Error: refused (ECONNREFUSED)\n" +
      "    at a (x.ts:1:1)\n",
  );
});

test("a terminal leaves out successful health checks", async () => {
  const check = { ...REQUEST, route: "/healthz" };
  const shown = await filter(toLines(check, { ...check, status: 503 }), { isTTY: true });
  expect(shown).toMatch(/^\S+ 503 .*\n$/);
});

test("a terminal shows a cron run only when it did something", async () => {
  const idle = { ...CRON, done: 0, deleted: 0 };
  const shown = await filter(toLines(idle, { ...CRON, done: 2 }, idle), { isTTY: true });
  expect(shown).toMatch(/^\S+ scheduled\.done cron=\* \* \* \* \* ms=9 done=2\n$/);
});

test("wrangler's mark before a logged error is dropped", async () => {
  const json = toLines(FAILURE);
  const mark = "\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m ";
  expect(await filter(`\n${mark}\u001b[1m${json.trim()}\u001b[0m\n\n`)).toBe(json);
});

test("only failures are shown until the start table is printed", async () => {
  const unavailable = toLines({ ...REQUEST, status: 503 });
  const output = `Starting local server...\n${toLines(REQUEST)}${unavailable}`;
  expect(await filter(output, { isStarting: true })).toBe(unavailable);
  expect(await filter(output, { isStarting: true, isTTY: true })).toMatch(/^\S+ 503 .*\n$/);
});

test("an email is one line", async () => {
  const lines = ["send_email binding called with MessageBuilder:", "From: Studio <hi@example.com>"];
  lines.push(
    "To: ann@example.com",
    "Subject: Your Pro plan",
    "",
    "Text: /tmp/a.txt",
    "HTML: /tmp/a.html",
  );
  expect(await filter(`${lines.join("\n")}\n`)).toBe("email → ann@example.com: Your Pro plan\n");
});

test("user input cannot move the cursor of a terminal", async () => {
  const shown = await filter(toLines({ ...REQUEST, route: "/a\u001b[2J" }), { isTTY: true });
  expect(shown).toContain("GET /a\\u001b[2J");
});
