import { drizzle } from "drizzle-orm/node-postgres";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getPlatform } from "~/platform/context.server";
import { createRequestContext } from "../../tests/support/routes/request-context";
import { forwardMessages } from "./forward-messages.server";
import { sendMessage } from "./send-message.server";
import { TIMEOUT_MS } from "./sheet.server";

vi.mock("./forward-messages.server", () => ({ forwardMessages: vi.fn(async () => 0) }));
vi.mock("./store-message.server", () => ({ storeMessage: async () => false }));

const message = {
  ...{ id: crypto.randomUUID(), name: "Ann", email: "ann@example.com", message: "Hello there" },
  ...{ extra: "", "cf-turnstile-response": "", startedAt: Date.now() - 60_000 },
};

test("forwarding ends within the 30 seconds that Cloudflare grants after a response", async () => {
  const platform = getPlatform(createRequestContext());
  const database = { ...platform.database, get: async () => drizzle.mock() };
  expect(await sendMessage({ ...platform, database }, message)).toBe(true);
  const [, budgetMs = Number.NaN] = vi.mocked(forwardMessages).mock.lastCall ?? [];
  expect(budgetMs + TIMEOUT_MS).toBeLessThan(30_000);
});

describe("while the database is down", () => {
  const turnstile = { TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
  const fetched = vi.fn<typeof fetch>();
  beforeEach(() => {
    fetched.mockImplementation(async () => Response.json({ status: "success" }));
    vi.stubGlobal("fetch", fetched);
    vi.spyOn(console, "log").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    fetched.mockReset();
  });
  const send = async (changes: Partial<typeof message>, variables = {}) => {
    const platform = getPlatform(createRequestContext({ variables }));
    const database = { ...platform.database, get: () => Promise.reject(new Error("no database")) };
    const isSent = await sendMessage({ ...platform, database }, { ...message, ...changes });
    const [, init] = fetched.mock.lastCall ?? [];
    return { isSent, row: init?.body };
  };

  test("a message goes to the spreadsheet", async () => {
    expect(await send({})).toEqual({
      isSent: true,
      row: '[["Ann","ann@example.com","Hello there"]]',
    });
  });

  test.each([
    ["that looks like spam", { extra: "https://spam.example" }, {}],
    ["without a challenge token, as all without scripts", {}, turnstile],
  ])("one %s goes there too, marked", async (_, changes, variables) => {
    expect(await send(changes, variables)).toEqual({
      isSent: true,
      row: '[["Ann","ann@example.com","[Suspected spam] Hello there"]]',
    });
  });

  test("the sender is told if the spreadsheet is down as well", async () => {
    fetched.mockRejectedValue(new TypeError("network"));
    expect(await send({ extra: "https://spam.example" })).toMatchObject({ isSent: false });
  });
});
