import { afterEach, describe, expect, test, vi } from "vitest";
import { TURNSTILE_REFUSALS } from "../../tests/refusals/recorded-refusals.ts";
import { makeForm } from "../../tests/support/fixtures.ts";
import { TURNSTILE_FIELD } from "./names";
import { checkTurnstile, requireTurnstile } from "./turnstile.server";

const siteUrl = "https://www.example.com";
const turnstile = { siteKey: "1x0", secretKey: "secret" };
const makeRequest = (clientAddress = "127.0.0.1") => ({
  config: { siteUrl, turnstile },
  clientAddress,
  requestId: "r1",
});
const PASSED = { success: true, hostname: "www.example.com", action: "auth" };
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function stubVerify(respond: () => Promise<Response>) {
  const verify = vi.fn((_url: string, _init: RequestInit) => respond());
  vi.stubGlobal("fetch", verify);
  return verify;
}

describe("Turnstile", () => {
  test("passes when none is configured", async () => {
    const platform = { ...makeRequest(), config: { siteUrl, turnstile: undefined } };
    expect(await checkTurnstile(platform, "", "auth")).toBe("passed");
  });

  test("passes with a valid token", async () => {
    const verify = stubVerify(async () => Response.json(PASSED));
    expect(await checkTurnstile(makeRequest("203.0.113.7"), "token", "auth")).toBe("passed");
    expect(String(verify.mock.calls[0]?.[1].body)).toBe(
      "secret=secret&response=token&remoteip=203.0.113.7",
    );
  });

  test("fails without a token, without calling Turnstile", async () => {
    const verify = stubVerify(async () => Response.json(PASSED));
    expect(await checkTurnstile(makeRequest(), "", "auth")).toBe("failed");
    expect(verify).not.toHaveBeenCalled();
  });

  test.each<[string, "failed" | "unavailable", () => Promise<Response>]>([
    [
      "another site's token",
      "failed",
      async () => Response.json({ ...PASSED, hostname: "evil.example" }),
    ],
    ["another form's token", "failed", async () => Response.json({ ...PASSED, action: "contact" })],
    ["a token of unknown origin", "failed", async () => Response.json({ success: true })],
    ["an invalid token", "failed", async () => Response.json({ success: false })],
    ["a response that is not JSON", "unavailable", async () => new Response("<html>")],
    ["no response", "unavailable", () => Promise.reject(new TypeError("network"))],
  ])("does not pass with %s", async (_, outcome, respond) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubVerify(respond);
    expect(await checkTurnstile(makeRequest(), "token", "auth")).toBe(outcome);
  });

  test.each(
    Object.entries({
      missingSecret: "unavailable",
      wrongSecret: "unavailable",
      malformedRequest: "unavailable",
      ownFault: "unavailable",
      forgedToken: "failed",
      usedToken: "failed",
    } satisfies Record<keyof typeof TURNSTILE_REFUSALS, "failed" | "unavailable">),
  )(
    "after the refusal %s is %s, and logged only where no token would pass",
    async (name, outcome) => {
      const code = new Map(Object.entries(TURNSTILE_REFUSALS)).get(name)?.answer;
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      stubVerify(async () => Response.json({ success: false, "error-codes": [code] }));
      expect(await checkTurnstile(makeRequest(), "token", "auth")).toBe(outcome);
      const lines = outcome === "failed" ? [] : [[expect.stringContaining(String(code))]];
      expect(log.mock.calls).toEqual(lines);
    },
  );

  test("accepts results for Cloudflare's test keys, which name another host", async () => {
    stubVerify(async () => Response.json({ success: true, hostname: "example.com" }));
    const secretKey = "1x0000000000000000000000000000000AA";
    const config = { siteUrl, turnstile: { siteKey: "1x0", secretKey } };
    const platform = { ...makeRequest(), config };
    expect(await checkTurnstile(platform, "token", "auth")).toBe("passed");
  });
});

describe("a sign-in form", () => {
  const values = { email: "ann@example.com" };
  const require = (token = "") =>
    requireTurnstile(makeRequest(), makeForm({ [TURNSTILE_FIELD]: token }), values);

  test("is accepted with a valid token, and rejected without one, with its values", async () => {
    stubVerify(async () => Response.json(PASSED));
    expect(await require("token")).toBeUndefined();
    stubVerify(async () => Response.json({ success: false }));
    const rejected = { httpStatus: 422, code: "captcha_failed", values };
    expect(await require("token")).toMatchObject(rejected);
    expect(await require()).toMatchObject(rejected);
  });

  test("gets an outage, not a rejection, when the token cannot be checked", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubVerify(() => Promise.reject(new TypeError("network")));
    expect(await require("token")).toMatchObject({ httpStatus: 503, values });
  });
});
