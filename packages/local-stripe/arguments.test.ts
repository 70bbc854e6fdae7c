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
  it("may be empty", () => {
    expect(parseArguments([])).toEqual({
      port: 12_111,
      secretKey: "sk_test_local",
      webhookEndpoints: [],
    });
  });

  it("names webhook endpoints, prices and a state file", () => {
    const prices = write([PRICE]);
    const endpoints = ["--webhook", "http://localhost:3000/a", "--webhook", "http://localhost/b"];

    const options = parseArguments([...endpoints, "--prices", prices, "--state", "s.json"]);

    expect(options).toMatchObject({
      webhookEndpoints: [
        { url: "http://localhost:3000/a", secrets: ["whsec_local"] },
        { url: "http://localhost/b", secrets: ["whsec_local"] },
      ],
      prices: [PRICE],
      stateFile: "s.json",
    });
  });

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
