import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPlatform } from "../../../tests/support/worker/fixtures";
import { createStatelessClient, revokeSession } from "./client.server";

let platform: ReturnType<typeof openPlatform>;
const calls = vi.fn<typeof fetch>();
beforeEach(() => {
  platform = openPlatform();
  calls.mockReset();
  vi.stubGlobal("fetch", calls);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refresh = () => createStatelessClient(platform).refreshSession({ refresh_token: "r" });
const json = (body: object, status: number) => Response.json(body, { status });

describe("a failed call to Supabase Auth", () => {
  test.each<[string, () => Promise<Response>, string]>([
    ["a lost connection", () => Promise.reject(new TypeError("network")), "auth/no-response"],
    ["a timeout", () => Promise.reject(new DOMException("", "TimeoutError")), "auth/no-response"],
    ["502", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }), "auth/no-response"],
    ["500", async () => json({ code: "unexpected_failure" }, 500), "unexpected_failure"],
    [
      "a truncated response",
      async () => new Response('{"user":', { status: 200 }),
      "auth/no-response",
    ],
    ["an empty response", async () => new Response("", { status: 200 }), "auth/no-response"],
    ["an empty 204", async () => new Response(null, { status: 204 }), "auth/no-response"],
    ["a null body", async () => new Response("null", { status: 200 }), "auth/no-response"],
    ["521", async () => new Response("", { status: 521 }), "auth/unavailable"],
    ["a unique index", async () => json({ code: "23505", message: "x" }, 500), "23505"],
  ])(
    "with %s is not retried, and its code says whether it may have taken effect",
    async (_, respond, code) => {
      calls.mockImplementation(respond);
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      const { data, error } = await refresh();
      const isOutage = code !== "23505";
      expect(log).toHaveBeenCalledTimes(isOutage ? 1 : 0);
      if (isOutage)
        expect(log).toHaveBeenCalledWith(expect.stringMatching(/call_failed.*v1\/token/));
      expect(data.session).toBeNull();
      expect(error).toMatchObject({ code });
      expect(calls).toHaveBeenCalledTimes(1);
    },
  );
});

test.each(["bad_jwt", "no_authorization", "not_admin"])(
  "%s about the secret key is logged and is an outage; about a user's token it is neither",
  async (code) => {
    calls.mockImplementation(async () => json({ error_code: code, msg: "invalid JWT" }, 403));
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const client = createStatelessClient(platform);
    const { error: own } = await client.admin.getUserById(crypto.randomUUID());
    expect(own).toMatchObject({ status: 403, code: undefined });
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/call_failed.*status 403/));
    const { error: users } = await client.getUser("a.b.c");
    expect(users).toMatchObject({ code });
    expect(log).toHaveBeenCalledTimes(1);
  },
);

test("after a call without a response, the request's other calls fail at once", async () => {
  calls.mockRejectedValue(new DOMException("", "TimeoutError"));
  await refresh();
  const { error } = await createStatelessClient(platform).signUp({
    email: "a@b.de",
    password: "x",
  });
  expect(error).toMatchObject({ code: "auth/unavailable" });
  expect(calls).toHaveBeenCalledTimes(1);
});

describe("revoking a session", () => {
  const paths = () => calls.mock.calls.map(([input]) => new URL(String(input)).pathname.slice(9));

  test("refreshes an expired token first", async () => {
    calls
      .mockResolvedValueOnce(json({ error_code: "bad_jwt", msg: "expired" }, 403))
      .mockResolvedValueOnce(
        json({ access_token: "a.b.c", refresh_token: "r2", expires_in: 3600, user: {} }, 200),
      )
      .mockResolvedValueOnce(new Response(null, { status: 204 }));
    await revokeSession(platform, { accessToken: "x.y.z", refreshToken: "r" });
    expect(paths()).toEqual(["logout", "token", "logout"]);
    expect(new Headers(calls.mock.calls[2]?.[1]?.headers).get("Authorization")).toBe(
      "Bearer a.b.c",
    );
  });

  test("is not retried without a response", async () => {
    calls.mockRejectedValue(new TypeError("network"));
    await revokeSession(platform, { accessToken: "x.y.z", refreshToken: "r" });
    expect(paths()).toEqual(["logout"]);
  });
});
