/** The README's tables, held to the routes that are served. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { defaultBillingSettings } from "./account.ts";
import { registerEndpoints } from "./api/endpoints.ts";
import type { ServerEnv } from "./api/router.ts";
import { Clock } from "./clock.ts";
import { registerControlApi } from "./control-api.ts";
import { type StripeControl, startStripe } from "./index.ts";
import { OPERATIONS } from "./openapi/operations.ts";
import { Store } from "./store.ts";

const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");

/** Rows of the table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
}

/** With every parameter named alike: Stripe's description has names of its own. */
const withoutNames = (operation: string) =>
  operation.replace(/\{\w+\}/g, ":id").replace(/:\w+/g, ":id");

/** Every `METHOD /v1/…` that is served. */
function servedOperations(): string[] {
  const served: string[] = [];
  registerEndpoints({
    account: {
      store: new Store([]),
      clock: new Clock(),
      settings: defaultBillingSettings(),
      baseUrl: "",
      apiCalls: 0,
      origin: null,
      emit: () => {},
    },
    on: (method, path) => served.push(withoutNames(`${method} ${path}`)),
  });
  return served.toSorted();
}

const VERBS: Readonly<Record<string, string>> = {
  "POST ": "create",
  "GET ": "list",
  "GET /:id": "retrieve",
  "POST /:id": "update",
  "DELETE /:id": "delete",
};

/** Row and words of the README for an operation, as "Checkout sessions: expire". */
function inWords(operation: string): string {
  const [, method = "", object = "", rest = ""] =
    /^(\w+) \/v1\/((?:checkout\/|billing_portal\/)?\w+)(.*)$/.exec(withoutNames(operation)) ?? [];
  const [, action = ""] = /([a-z_]+)$/.exec(rest) ?? [];
  const verb = VERBS[`${method} ${rest}`] ?? (method === "GET" ? `list ${action}` : action);
  const row = object.replace("checkout/", "Checkout ").replace("/", " ");
  // Ending a subscription is its own word at Stripe.
  const word = row === "subscriptions" && verb === "delete" ? "cancel" : verb;
  return `${row}: ${word}`.replaceAll("_", " ");
}

test("what Stripe's description is trimmed to is what is served", () => {
  expect(servedOperations()).toEqual(OPERATIONS.map(withoutNames).toSorted());
});

test("the table of what is covered names every operation, and no other", () => {
  const named = rowsUnder("What it covers").flatMap(([names = "", here = ""]) => {
    const words = here.replace(/ \([^)]*\)/g, "").replace(/^subscriptions: /, "");
    const verbs = (words.split(";")[0] ?? "").split(", ");
    const objects = ["every call", "everything else"].includes(names) ? [] : names.split(", ");
    return objects.flatMap((object) => verbs.map((verb) => `${object}: ${verb.trim()}`));
  });
  expect(named.toSorted()).toEqual(OPERATIONS.map(inWords).toSorted());
});

describe("the table of troubles", () => {
  let control: StripeControl;
  beforeAll(async () => {
    const service = await startStripe({ port: 0, secretKey: "sk_test_x", webhookEndpoints: [] });
    control = service.control;
    return service.close;
  });

  test("names switches that there are, and leaves out none that makes trouble", () => {
    const app = new Hono<ServerEnv>();
    registerControlApi(app, control);
    const switches = app.routes
      .filter(({ method }) => method === "POST")
      .map(({ path }) => path.replace("/_local/", ""));
    const named = rowsUnder("How to make it fail").flatMap(([, how = ""]) =>
      Array.from(how.matchAll(/`([a-z-]+)`(?! may)/g), ([, name = ""]) => name),
    );
    const noTrouble = ["webhook-endpoints", "settle", "seed-subscription"];
    expect([...new Set(named), ...noTrouble].toSorted()).toEqual(switches.toSorted());
  });
});
