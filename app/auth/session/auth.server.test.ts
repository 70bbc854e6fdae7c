import { afterEach, expect, test, vi } from "vitest";
import { makeSession } from "../../../tests/support/fixtures.ts";
import { createRequestContext } from "../../../tests/support/routes/request-context.ts";
import { requireSession, requireSignedIn, toAuth } from "./auth.server";
import { requestAuthContext, type Session } from "./request-auth.server";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function catchGuard(twoStep: Session["twoStep"]): unknown {
  try {
    requireSignedIn(toAuth(makeSession({ twoStep }), "r1"), "/settings/general?from=mail");
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

test.each([
  ["none", true],
  ["done", true],
  ["due", false],
  ["unknown", false],
] as const)(
  "an expired token whose two-step state is %s starts a read: %s",
  async (twoStep, reads) => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    vi.spyOn(console, "error").mockImplementation(() => {});
    const url = new URL("http://localhost:5173/dashboard");
    const context = createRequestContext();
    const tokens = { accessToken: "a.b.c", refreshToken: "r", expiresAt: 0 };
    const cookie = { kind: "expired", session: makeSession({ twoStep }), tokens } as const;
    context.set(requestAuthContext, { path: url.pathname, cookie });
    const read = vi.fn(async () => new Response());
    const args = { request: new Request(url), url, context, params: {}, pattern: "/dashboard" };
    await expect(requireSession(["/dashboard"])(args, read)).rejects.toBeDefined();
    expect(read).toHaveBeenCalledTimes(reads ? 1 : 0);
  },
);

test.each(["none", "done"] as const)(
  "a session whose two-step state is %s is accepted",
  (twoStep) => {
    expect(catchGuard(twoStep)).toBeUndefined();
  },
);

test("a session whose code is due is redirected to the code page, with the path to return to", () => {
  const response = catchGuard("due");
  expect(response).toBeInstanceOf(Response);
  expect(response).toMatchObject({ status: 302 });
  const location = response instanceof Response ? response.headers.get("Location") : undefined;
  expect(location).toBe("/auth/verify?next=%2Fsettings%2Fgeneral%3Ffrom%3Dmail");
});

test("a session without the two-step claim is rejected and logged", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(catchGuard("unknown")).toMatchObject({
    init: { status: 503 },
  });
  expect(log).toHaveBeenCalledWith(expect.stringContaining("auth.two_step_claim_missing"));
});
