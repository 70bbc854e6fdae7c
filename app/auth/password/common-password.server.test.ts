import { describe, expect, test } from "vitest";
import { createRequestContext } from "../../../tests/support/request-context.ts";
import type { Session } from "../session/request-auth.server";
import { signUp } from "../sign-in/sign-in.server";
import { checkCommonPassword } from "./common-password.server";
import { setPassword } from "./set-password.server";

const email = "Josephine@example.com";

test.each([
  ["password", "most common"],
  ["12345678", "most common"],
  ["PassWord1", "most common"],
  ["josephine", "not your email"],
  ["josephine@example.com", "not your email"],
])("%s is refused beside the field", async (password, words) => {
  expect(await checkCommonPassword({ email, password }, { email })).toMatchObject({
    httpStatus: 422,
    fieldErrors: { password: expect.stringContaining(words) },
    values: { email },
  });
});

test.each(["correct-horse-1", "josephine-1987-x"])("%s is taken", async (password) => {
  expect(await checkCommonPassword({ email, password })).toBeUndefined();
});

test("an account without an address has none to compare with", async () => {
  expect(await checkCommonPassword({ email: "", password: "correct-horse-1" })).toBeUndefined();
});

describe("a common password is not asked of the auth server", () => {
  const context = createRequestContext();
  const refused = { httpStatus: 422, fieldErrors: { password: expect.any(String) } };

  test("by signing up", async () => {
    const formData = new FormData();
    for (const name of ["password", "confirmPassword"]) formData.set(name, "password1");
    formData.set("email", email);
    expect(await signUp({ context, formData, next: "/" })).toMatchObject(refused);
  });

  test("by any page that changes a password", async () => {
    const session: Session = {
      userId: "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01",
      email,
      sessionId: "s",
      expiresAt: Date.now() / 1000 + 3600,
      authenticatedAt: Date.now() / 1000,
      twoStep: "none",
      providers: ["email"],
      accessToken: "a.b.c",
    };
    const formData = new FormData();
    for (const name of ["password", "confirmPassword"]) formData.set(name, "josephine");
    expect(await setPassword(context, session, { formData, message: "" })).toMatchObject(refused);
  });
});
