import { afterEach, expect, test, vi } from "vitest";
import { requireSignedIn, toAuth } from "./auth.server";
import type { Session } from "./request-auth.server";

const session: Session = {
  userId: "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01",
  email: "ann@example.com",
  sessionId: "s",
  expiresAt: 2_000_000_000,
  authenticatedAt: 1_900_000_000,
  mfa: "none",
  providers: ["email"],
  accessToken: "a.b.c",
};

afterEach(() => vi.restoreAllMocks());

function catchGuard(mfa: Session["mfa"]): unknown {
  try {
    requireSignedIn(toAuth({ ...session, mfa }, "r1"), "/settings/general?from=mail");
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

test.each(["none", "done"] as const)("a session whose two-step state is %s is accepted", (mfa) => {
  expect(catchGuard(mfa)).toBeUndefined();
});

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
