import { describe, expect, onTestFinished, test, vi } from "vitest";
import { brand } from "~/content/brand";
import { makeForm, makeSession } from "../../../../tests/support/fixtures.ts";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { setPassword } from "../../manage/password/set-password.server";
import { signUp } from "../../sign-in/sign-in.server";
import { checkCommonPassword } from "./password.server";

const email = "Josephine@example.com";

test.each([
  "password",
  "12345678",
  "PassWord1",
  "aaaaaaaa",
  `${brand.name}1`,
  "josephine",
  "josephine@example.com",
])("%s is rejected with a field error", async (password) => {
  expect(await checkCommonPassword({ email, password }, { email })).toMatchObject({
    httpStatus: 422,
    fieldErrors: { password: expect.stringContaining("too easy to guess") },
    values: { email },
  });
});

test.each(["correct-horse-1", "josephine-1987-x"])("%s is accepted", async (password) => {
  expect(await checkCommonPassword({ email, password })).toBeUndefined();
});

test.each([
  ["株式会社", "株式会社-1234", true],
  ["株式会社", "1234-5678-90", false],
  ["42", "1234-5678-90", false],
])(
  "of the brand %s, the password %s is too easy to guess: %s",
  async (name, password, isGuessed) => {
    vi.resetModules();
    vi.doMock("~/content/brand", () => ({ brand: { ...brand, name } }));
    onTestFinished(() => void vi.doUnmock("~/content/brand"));
    const module = await import("./password.server");
    expect((await module.checkCommonPassword({ email, password })) !== undefined).toBe(isGuessed);
  },
);

describe("a common password is rejected without a call to Supabase Auth", () => {
  const context = createRequestContext();
  const rejected = { httpStatus: 422, fieldErrors: { password: expect.any(String) } };

  test("when signing up", async () => {
    const formData = makeForm({ email, password: "password1", confirmPassword: "password1" });
    expect(await signUp({ context, formData, next: "/" })).toMatchObject(rejected);
  });

  test("when changing a password", async () => {
    const session = makeSession({ email });
    const formData = makeForm({ password: "josephine", confirmPassword: "josephine" });
    expect(await setPassword(context, session, { formData, message: "" })).toMatchObject(rejected);
  });
});
