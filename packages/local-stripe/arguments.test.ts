import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseArguments } from "./arguments.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "local-stripe-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(content: unknown): string {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const PRICE = {
  id: "price_1",
  product: "prod_1",
  productName: "Pro",
  lookupKey: null,
  unitAmount: 2_500,
  currency: "usd",
  interval: "month",
};

describe("the command line", () => {
  it("returns null for --help", () => {
    expect(parseArguments(["--help"])).toBeNull();
  });

  it.each([
    [["--port", "http"], '--port must be a number from 0 to 65535, not "http"'],
    [
      ["--webhook", "localhost:3000"],
      '--webhook must be an http or https URL, not "localhost:3000"',
    ],
    [["--color"], "Unknown option '--color'"],
  ])("%j is an error", (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });

  it("names the invalid price", () => {
    const file = write([PRICE, { ...PRICE, interval: "week" }]);

    expect(() => parseArguments(["--prices", file])).toThrow(`--prices ${file}: 1.interval:`);
  });
});
