/**
 * What users are told when Supabase Auth fails in each request about passkeys, and what a new one is called.
 */
import { createAuthenticator } from "local-supabase/authenticator";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeForm, makeSession } from "../../../../tests/support/fixtures.ts";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { createRequestOptions } from "../../methods/passkey/passkey.server";
import { ensureFreshSession } from "../../session/auth.server";
import { requestAuthContext } from "../../session/request-auth.server";
import { setPassword } from "../password/set-password.server";
import { changePasskeys, listPasskeys } from "./manage-passkeys.server";

const EXPIRES_AT = 4_000_000_000;
const tokens = { access_token: "a.b.c", refresh_token: "r", expires_at: EXPIRES_AT };
const USER_AGENT = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const NOTHING_CHANGED = "We can’t reach the sign-in service right now. Nothing was changed.";
const options = {
  challenge: "aGVsbG8",
  rp: { id: "localhost" },
  user: { id: "YQ", name: "ann@example.com" },
};

const outages = {
  "is down": () => Promise.reject(new TypeError("refused")),
  "answers 502": async () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
  "answers 500": async () =>
    Response.json({ error_code: "unexpected_failure", msg: "RAW" }, { status: 500 }),
};

const fetchAuth = vi.fn<(url: RequestInfo | URL, init?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  fetchAuth.mockReset();
  vi.stubGlobal("fetch", fetchAuth);
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function createContext({ isRecent = true, variables = {} } = {}) {
  const value = Buffer.from(JSON.stringify(tokens)).toString("base64url");
  const headers = { Cookie: `sb-127-54321-auth-token=base64-${value}`, "User-Agent": USER_AGENT };
  const context = createRequestContext({
    request: new Request("http://localhost:5173/settings/passkeys", { headers }),
    variables,
  });
  const { access_token: accessToken, refresh_token: refreshToken } = tokens;
  const cookie = {
    kind: "valid",
    session: makeSession(isRecent ? {} : { authenticatedAt: 0 }),
    tokens: { accessToken, refreshToken, expiresAt: EXPIRES_AT },
  } as const;
  context.set(requestAuthContext, { path: "/settings/passkeys", cookie });
  await ensureFreshSession(context);
  return context;
}

test("an ended session leads to sign-in, not to an outage's message", async () => {
  fetchAuth.mockImplementation(async () =>
    Response.json({ error_code: "session_not_found", msg: "Session not found" }, { status: 403 }),
  );
  const started = changePasskeys(await createContext(), makeForm({ intent: "start" }));
  await expect(started).rejects.toMatchObject({ status: 302 });
});

/** Starts adding a passkey, then submits one, to which Supabase Auth responds with `respond`. */
async function addPasskey(respond: () => Promise<Response>, ceremony = {}) {
  fetchAuth.mockResolvedValueOnce(Response.json({ challenge_id: "c", options, expires_at: 0 }));
  const context = await createContext();
  await changePasskeys(context, makeForm({ intent: "start" }));
  fetchAuth.mockImplementation(respond);
  const ask = { challenge_id: "c", options };
  const { credential } = createAuthenticator("http://localhost:5173").create(ask, ceremony);
  const form = makeForm({ intent: "add", credential: JSON.stringify(credential) });
  return changePasskeys(context, form);
}

test.each([
  ["by its browser and system", "Passkey", [{ friendly_name: "Firefox on Windows" }]],
  ["by its provider where Supabase Auth knows it", "iCloud Keychain", []],
])("a new passkey is named %s", async (_, friendly_name, renamed) => {
  const id = crypto.randomUUID();
  await addPasskey(async () => Response.json({ id, friendly_name, created_at: "2026-01-01" }));
  const changes = fetchAuth.mock.calls.filter(([, init]) => init?.method === "PATCH");
  expect(changes.map(([, init]) => JSON.parse(String(init?.body)))).toEqual(renamed);
});

test("a passkey whose device did not check its user is not added, because it could not sign in", async () => {
  const added = vi.fn<() => Promise<Response>>();
  expect(await addPasskey(added, { isUserVerified: false })).toMatchObject({
    httpStatus: 422,
    message: expect.stringContaining("Your device didn’t check that it’s you."),
  });
  expect(added).not.toHaveBeenCalled();
});

test("a passkey that Supabase Auth rejects with 500, such as another account's, was not added", async () => {
  const result = await addPasskey(outages["answers 500"]);
  expect(result).toMatchObject({ message: expect.stringMatching(/^That passkey was not added./) });
});

test.each(["is down", "answers 502"] as const)(
  "adding one while Supabase Auth %s has an unknown outcome",
  async (outage) => {
    expect(await addPasskey(outages[outage])).toMatchObject({
      httpStatus: 503,
      status: "unknown",
      message: expect.stringContaining("We don’t know whether this worked"),
    });
  },
);

/** What a change says to a session whose sign-in is not recent. */
async function refuse(variables = {}) {
  const context = await createContext({ isRecent: false, variables });
  const formData = makeForm({
    password: "a-long-pass-phrase",
    confirmPassword: "a-long-pass-phrase",
  });
  return setPassword(context, makeSession({ authenticatedAt: 0 }), { formData, message: "" });
}

test("a change that needs a recent sign-in offers a passkey to an account that has one", async () => {
  const passkey = { id: crypto.randomUUID(), friendly_name: "Phone", created_at: "2026-01-01" };
  for (const passkeys of [[], [passkey]]) {
    fetchAuth.mockResolvedValueOnce(Response.json(passkeys));
    const refused = { httpStatus: 403, mayHavePasskey: passkeys.length > 0 };
    expect(await refuse()).toMatchObject(refused);
  }
});

test("where passkeys are turned off, a change that needs a recent sign-in asks for none", async () => {
  expect(await refuse({ PASSKEYS: "off" })).toMatchObject({ mayHavePasskey: false });
  expect(fetchAuth).not.toHaveBeenCalled();
});

test("a change that needs a recent sign-in does not wait for Supabase Auth while it hangs", async () => {
  fetchAuth.mockImplementation(() => new Promise(() => {}));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const refusing = refuse();
  await vi.waitFor(() => expect(fetchAuth).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refusing).toMatchObject({ mayHavePasskey: true });
  vi.useRealTimers();
});

describe.each(Object.entries(outages))("while Supabase Auth %s", (_, respond) => {
  test("the page says that it can't be reached", async () => {
    fetchAuth.mockImplementation(respond);
    const page = listPasskeys(await createContext());
    await expect(page).rejects.toMatchObject({
      init: { status: 503 },
      data: { message: expect.stringContaining(NOTHING_CHANGED) },
    });
  });

  test("a change that needs a recent sign-in offers a passkey, which the account may have", async () => {
    fetchAuth.mockImplementation(respond);
    expect(await refuse()).toMatchObject({ httpStatus: 403, mayHavePasskey: true });
  });

  test("starting to add one says that nothing was changed", async () => {
    fetchAuth.mockImplementation(respond);
    const form = makeForm({ intent: "start" });
    expect(await changePasskeys(await createContext(), form)).toMatchObject({
      httpStatus: 503,
      message: expect.stringContaining(NOTHING_CHANGED),
    });
  });

  test("signing in says that it did not go through", async () => {
    fetchAuth.mockImplementation(respond);
    expect(await createRequestOptions(await createContext())).toMatchObject({
      error: { status: 503, message: expect.stringContaining("Your sign-in did not go through") },
    });
  });
});
