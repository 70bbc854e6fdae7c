import { afterEach, describe, expect, test, vi } from "vitest";
import { passesTurnstile } from "./turnstile.server";

const configured = { siteKey: "1x0", secretKey: "secret" };
afterEach(() => vi.unstubAllGlobals());

function answerWith(answer: () => Promise<Response>) {
  const verify = vi.fn((_url: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", verify);
  return verify;
}

describe("the challenge", () => {
  test("is passed by everyone where none is configured", async () => {
    expect(await passesTurnstile(undefined, "", null)).toBe(true);
  });

  test("is passed with a token that Cloudflare vouches for", async () => {
    const verify = answerWith(async () => Response.json({ success: true }));
    expect(await passesTurnstile(configured, "token", "203.0.113.7")).toBe(true);
    expect(String(verify.mock.calls[0]?.[1].body)).toBe(
      "secret=secret&response=token&remoteip=203.0.113.7",
    );
  });

  test("is not passed without a token, and nobody is asked", async () => {
    const verify = answerWith(async () => Response.json({ success: true }));
    expect(await passesTurnstile(configured, "", null)).toBe(false);
    expect(verify).not.toHaveBeenCalled();
  });

  test.each<[string, () => Promise<Response>]>([
    ["a refusal", async () => Response.json({ success: false })],
    ["an answer that is no JSON", async () => new Response("<html>")],
    ["no answer", () => Promise.reject(new TypeError("network"))],
  ])("is not passed on %s", async (_, answer) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    answerWith(answer);
    expect(await passesTurnstile(configured, "token", null)).toBe(false);
  });
});
