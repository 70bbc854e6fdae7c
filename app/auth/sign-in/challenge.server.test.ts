import { afterEach, expect, test, vi } from "vitest";
import { CHALLENGE_FIELD } from "~/platform/turnstile.server";
import { requireChallenge } from "./challenge.server";

const turnstile = { siteKey: "key", secretKey: "secret" };
const createRequest = (config: { turnstile: typeof turnstile | undefined }) => ({
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

test("a form is accepted with a valid token, or if no challenge is configured", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: true, hostname: "www.example.com", action: "auth" }),
  );
  expect(await requireChallenge(createRequest({ turnstile }), formWith("t"), values)).toBe(
    undefined,
  );
  const none = createRequest({ turnstile: undefined });
  expect(await requireChallenge(none, new FormData(), values)).toBe(undefined);
});

test("a form without a valid token is rejected with its values", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: false }));
  for (const form of [formWith("t"), new FormData()]) {
    expect(await requireChallenge(createRequest({ turnstile }), form, values)).toMatchObject({
      httpStatus: 422,
      code: "captcha_failed",
      values,
    });
  }
});

test("a challenge that cannot be checked is an outage, not a failure", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  expect(await requireChallenge(createRequest({ turnstile }), formWith("t"), values)).toMatchObject(
    {
      httpStatus: 503,
      retryAfterS: 10,
    },
  );
});
