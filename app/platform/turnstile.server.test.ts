import { afterEach, describe, expect, test, vi } from "vitest";
import { checkChallenge } from "./turnstile.server";

const siteUrl = "https://www.example.com";
const turnstile = { siteKey: "1x0", secretKey: "secret" };
const visitor = (clientAddress: string | null = null) => ({
  config: { siteUrl, turnstile },
  clientAddress,
  requestId: "r1",
});
const PASSED = { success: true, hostname: "www.example.com", action: "auth" };
afterEach(() => vi.unstubAllGlobals());

function answerWith(answer: () => Promise<Response>) {
  const verify = vi.fn((_url: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", verify);
  return verify;
}

describe("the challenge", () => {
  test("is passed by everyone where none is configured", async () => {
    const platform = {
      config: { siteUrl, turnstile: undefined },
      clientAddress: null,
      requestId: "r1",
    };
    expect(await checkChallenge(platform, "", "auth")).toBe("passed");
  });

  test("is passed with a token that Cloudflare vouches for", async () => {
    const verify = answerWith(async () => Response.json(PASSED));
    expect(await checkChallenge(visitor("203.0.113.7"), "token", "auth")).toBe("passed");
    expect(String(verify.mock.calls[0]?.[1].body)).toBe(
      "secret=secret&response=token&remoteip=203.0.113.7",
    );
  });

  test("is failed without a token, and nobody is asked", async () => {
    const verify = answerWith(async () => Response.json(PASSED));
    expect(await checkChallenge(visitor(), "", "auth")).toBe("failed");
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
    ["a refusal", "failed", async () => Response.json({ success: false })],
    ["an answer that is no JSON", "unavailable", async () => new Response("<html>")],
    ["no answer", "unavailable", () => Promise.reject(new TypeError("network"))],
  ])("is not passed on %s", async (_, outcome, answer) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    answerWith(answer);
    expect(await checkChallenge(visitor(), "token", "auth")).toBe(outcome);
  });

  test("takes the answers to Cloudflare's test keys, which name another host", async () => {
    answerWith(async () => Response.json({ success: true, hostname: "example.com" }));
    const secretKey = "1x0000000000000000000000000000000AA";
    const platform = {
      config: { siteUrl, turnstile: { siteKey: "1x0", secretKey } },
      clientAddress: null,
      requestId: "r1",
    };
    expect(await checkChallenge(platform, "token", "auth")).toBe("passed");
  });
});
