import { afterEach, expect, test, vi } from "vitest";
import { CHALLENGE_FIELD } from "~/platform/turnstile.server";
import { requireChallenge } from "./challenge.server";

const turnstile = { siteKey: "key", secretKey: "secret" };
const visitor = (config: { turnstile: typeof turnstile | undefined }) => ({
  config: { ...config, siteUrl: "https://www.example.com" },
  clientAddress: null,
  requestId: "r1",
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function formWith(token: string): FormData {
  const form = new FormData();
  form.set(CHALLENGE_FIELD, token);
  return form;
}

const values = { email: "ann@example.com" };

test("a form is let through with a token, and where no challenge is configured", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: true, hostname: "www.example.com", action: "auth" }),
  );
  expect(await requireChallenge(visitor({ turnstile }), formWith("t"), values)).toBe(undefined);
  const none = visitor({ turnstile: undefined });
  expect(await requireChallenge(none, new FormData(), values)).toBe(undefined);
});

test("a form without a good token is refused, with what was typed", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: false }));
  for (const form of [formWith("t"), new FormData()]) {
    expect(await requireChallenge(visitor({ turnstile }), form, values)).toMatchObject({
      httpStatus: 422,
      code: "captcha_failed",
      values,
    });
  }
});

test("a challenge that cannot be checked is not called failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  expect(await requireChallenge(visitor({ turnstile }), formWith("t"), values)).toMatchObject({
    httpStatus: 503,
    retryAfterS: 10,
  });
});
