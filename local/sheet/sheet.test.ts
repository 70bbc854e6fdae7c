import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SheetOptions, type SheetService, startSheet } from "./index.ts";

const ROW = ["Ann", "ann@example.com", "Hello"];

async function start(options: Partial<SheetOptions> = {}): Promise<SheetService> {
  const service = await startSheet({ port: 0, ...options });
  onTestFinished(() => service.close());
  return service;
}

function append(
  { url }: SheetService,
  body: unknown = [ROW],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v1/sheets/contact/rows`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function inject({ url }: SheetService, faults: object): Promise<Response> {
  return fetch(`${url}/_local/faults`, { method: "POST", body: JSON.stringify(faults) });
}

describe("appending a row", () => {
  test("responds with the row number in its sheet", async () => {
    const sheet = await start();
    expect(await (await append(sheet)).json()).toEqual({ status: "ok", appended: 1, row: 1 });
    expect(await (await append(sheet)).json()).toEqual({ status: "ok", appended: 1, row: 2 });
    const other = await fetch(`${sheet.url}/v1/sheets/other/rows`, {
      method: "POST",
      body: JSON.stringify([["x"]]),
    });
    expect(await other.json()).toMatchObject({ row: 1 });
    const rows = await (await fetch(`${sheet.url}/_local/rows`)).json();
    expect(rows).toMatchObject({ rows: [{ row: 1, values: ROW }, { row: 2 }, { row: 1 }] });
  });

  test("records an idempotency key, but stores the row twice", async () => {
    const sheet = await start();
    await append(sheet, [ROW], { "idempotency-key": "key-1" });
    await append(sheet, [ROW], { "idempotency-key": "key-1" });
    expect(sheet.control.rows("contact").map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      "key-1",
      "key-1",
    ]);
  });

  test("requires the token if one is set", async () => {
    const sheet = await start({ token: "secret" });
    expect((await append(sheet)).status).toBe(401);
    expect((await append(sheet, [ROW], { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await append(sheet, [ROW], { authorization: "Bearer secret" })).status).toBe(200);
  });
});

describe("fault injection", () => {
  test("applies queued faults in order, then none", async () => {
    const sheet = await start();
    await inject(sheet, {
      next: [
        { kind: "500" },
        { kind: "429", retryAfter: 7 },
        { kind: "close" },
        { kind: "broken" },
        { kind: "accept-then-close" },
        { kind: "hang", ms: 60 },
      ],
    });
    expect((await append(sheet)).status).toBe(500);
    const limited = await append(sheet);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    await expect(append(sheet)).rejects.toThrow();
    expect(sheet.control.rows()).toHaveLength(0);
    const broken = await append(sheet);
    expect(broken.status).toBe(200);
    await expect(broken.json()).rejects.toThrow();
    await expect(append(sheet)).rejects.toThrow();
    expect(sheet.control.rows()).toHaveLength(2);
    const started = performance.now();
    expect((await append(sheet)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
    expect((await append(sheet)).status).toBe(200);
    expect(sheet.control.attempts()).toBe(7);
  });
});

test("the page shows rows newest first, escaped", async () => {
  const sheet = await start();
  expect(await (await fetch(sheet.url)).text()).toContain("No rows yet");
  await append(sheet, [["First", "a@example.com", "<script>"]]);
  await append(sheet, [["Second", "b@example.com", "Hi"]]);
  const html = await (await fetch(sheet.url)).text();
  expect(html).toContain("&lt;script&gt;");
  expect(html.indexOf("Second")).toBeLessThan(html.indexOf("First"));
});

test("rows survive a restart with a state file", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "sheet-state-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = path.join(folder, "sheet.json");
  const before = await startSheet({ port: 0, stateFile });
  await append(before);
  await before.close();
  const after = await start({ stateFile });
  expect(after.control.rows()).toMatchObject([{ row: 1, values: ROW }]);
  expect(await (await append(after)).json()).toMatchObject({ row: 2 });
});
