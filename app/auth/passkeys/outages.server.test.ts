/** What users are told when the auth server fails in each request about passkeys. */
import { createAuthenticator } from "local-supabase/authenticator";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRequestContext } from "../../../tests/support/request-context.ts";
import { confirmSession } from "../session/auth.server";
import { requestAuthContext, type Session } from "../session/request-auth.server";
import { changePasskeys, listPasskeys } from "./manage-passkeys.server";
import { createRequestOptions } from "./passkeys.server";

const EXPIRES_AT = 4_000_000_000;
const tokens = { access_token: "a.b.c", refresh_token: "r", expires_at: EXPIRES_AT };
const session: Session = {
  userId: crypto.randomUUID(),
  email: "ann@example.com",
  sessionId: "s",
  expiresAt: EXPIRES_AT,
  authenticatedAt: EXPIRES_AT,
  twoStep: "none",
  providers: ["email"],
  accessToken: tokens.access_token,
};
const NOTHING_CHANGED = "We can't reach the sign-in service right now. Nothing was changed.";
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

const fetchAuth = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal("fetch", fetchAuth);
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function createContext() {
  const value = Buffer.from(JSON.stringify(tokens)).toString("base64url");
  const headers = { Cookie: `sb-127-auth-token=base64-${value}` };
  const context = createRequestContext({
    request: new Request("http://localhost:5173/settings/passkeys", { headers }),
  });
  const { access_token: accessToken, refresh_token: refreshToken } = tokens;
  const cookie = {
    kind: "valid",
    session,
    tokens: { accessToken, refreshToken, expiresAt: EXPIRES_AT },
  } as const;
  context.set(requestAuthContext, { path: "/settings/passkeys", cookie });
  await confirmSession(context);
  return context;
}

function toForm(entries: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
}

test("an ended session leads to sign-in, not to an outage's message", async () => {
  fetchAuth.mockImplementation(async () =>
    Response.json({ error_code: "session_not_found", msg: "Session not found" }, { status: 403 }),
  );
  const started = changePasskeys(await createContext(), toForm({ intent: "start" }));
  await expect(started).rejects.toMatchObject({ status: 302 });
});

describe.each(Object.entries(outages))("while the auth server %s", (_, respond) => {
  test("the page says that it can't be reached", async () => {
    fetchAuth.mockImplementation(respond);
    const page = listPasskeys(await createContext());
    await expect(page).rejects.toMatchObject({
      init: { status: 503 },
      data: { message: expect.stringContaining(NOTHING_CHANGED) },
    });
  });

  test("starting to add one says that nothing was changed", async () => {
    fetchAuth.mockImplementation(respond);
    const form = toForm({ intent: "start" });
    expect(await changePasskeys(await createContext(), form)).toMatchObject({
      httpStatus: 503,
      message: expect.stringContaining(NOTHING_CHANGED),
    });
  });

  test("adding one says that it may have been added", async () => {
    fetchAuth.mockResolvedValueOnce(Response.json({ challenge_id: "c", options, expires_at: 0 }));
    const context = await createContext();
    await changePasskeys(context, toForm({ intent: "start" }));
    fetchAuth.mockImplementation(respond);
    const body = createAuthenticator("http://localhost:5173").create({
      challenge_id: "c",
      options,
    });
    const credential = JSON.stringify(body.credential);
    expect(await changePasskeys(context, toForm({ intent: "add", credential }))).toMatchObject({
      httpStatus: 503,
      message: expect.stringContaining("your change may have been saved"),
    });
  });

  test("signing in says that it did not go through", async () => {
    fetchAuth.mockImplementation(respond);
    expect(await createRequestOptions(await createContext())).toMatchObject({
      status: 503,
      message: expect.stringContaining("your sign-in did not go through"),
    });
  });
});
