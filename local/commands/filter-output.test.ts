import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { pipeFiltered } from "./filter-output.ts";

async function filter(text: string): Promise<string> {
  const from = new PassThrough();
  const to = new PassThrough();
  const ended = once(from, "close");
  pipeFiltered(from, to);
  from.end(text);
  await ended;
  await new Promise(setImmediate);
  return String(to.read() ?? "");
}

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
