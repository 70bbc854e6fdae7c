/** Checks the README's tables against the registered routes. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { registerControlApi } from "./control/control-api.ts";
import { type StripeControl, startStripe } from "./index.ts";
import { openApiDescription } from "./openapi/contract.ts";
import { listOperations } from "./openapi/operations.ts";
import type { ServerEnv } from "./requests/router.ts";

const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");

/** Rows of the table under `heading`, without the header. */
function rowsUnder(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
}

const VERBS: Readonly<Record<string, string>> = {
  "POST ": "create",
  "GET ": "list",
  "GET /{}": "retrieve",
  "POST /{}": "update",
  "DELETE /{}": "delete",
};

/** The README's row and verb for an operation, e.g. "Checkout sessions: expire". */
function toReadmeEntry(operation: string): string {
  const [, method = "", object = "", rest = ""] =
    /^(\w+) \/v1\/((?:checkout\/|billing_portal\/)?\w+)(.*)$/.exec(operation) ?? [];
  const [, action = ""] = /([a-z_]+)$/.exec(rest) ?? [];
  const verb = VERBS[`${method} ${rest}`] ?? (method === "GET" ? `list ${action}` : action);
  const row = object.replace("checkout/", "Checkout ").replace("/", " ");
  // Stripe calls this operation cancel.
  const word = row === "subscriptions" && verb === "delete" ? "cancel" : verb;
  return `${row}: ${word}`.replaceAll("_", " ");
}

test("the trimmed OpenAPI description has exactly the served operations", () => {
  const described = Object.keys(openApiDescription.operations);
  expect(described.map((name) => name.replaceAll(/\{\w+\}/g, "{}"))).toEqual(listOperations());
});

test("the feature table lists exactly the served operations", () => {
  const named = rowsUnder("Features").flatMap(([names = "", here = ""]) => {
    const words = here.replace(/ \([^)]*\)/g, "").replace(/^subscriptions: /, "");
    const verbs = (words.split(";")[0] ?? "").split(", ");
    const objects = ["all requests", "everything else"].includes(names) ? [] : names.split(", ");
    return objects.flatMap((object) => verbs.map((verb) => `${object}: ${verb.trim()}`));
  });
  expect(named.toSorted()).toEqual(listOperations().map(toReadmeEntry).toSorted());
});

describe("the failure table", () => {
  let control: StripeControl;
  beforeAll(async () => {
    const service = await startStripe({ port: 0, secretKey: "sk_test_x", webhookEndpoints: [] });
    control = service.control;
    return service.close;
  });

  test("lists exactly the controls that simulate failures", () => {
    const app = new Hono<ServerEnv>();
    registerControlApi(app, control);
    const controls = app.routes
      .filter(({ method }) => method === "POST")
      .map(({ path }) => path.replace("/_local/", ""));
    const named = rowsUnder("Simulating failures").flatMap(([, how = ""]) =>
      Array.from(how.matchAll(/`([a-z-]+)`(?! can)/g), ([, name = ""]) => name),
    );
    const otherControls = ["webhook-endpoints", "settle", "seed-subscription"];
    expect([...new Set(named), ...otherControls].toSorted()).toEqual(controls.toSorted());
  });
});
