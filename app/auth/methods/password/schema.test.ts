import { readAuthConfig } from "local-supabase/internals";
import * as v from "valibot";
import { expect, test } from "vitest";
import { PASSWORD_MIN_LENGTH } from "./password-length";
import { newPassword, newPasswordSchema } from "./schema";

test("the minimum length is that of Supabase Auth", () => {
  expect(PASSWORD_MIN_LENGTH).toBe(readAuthConfig(".").minimum_password_length);
});

test("emailed links work for the hour that emails and pages state", () => {
  expect(readAuthConfig(".").email.otp_expiry).toBe(60 * 60);
});

test.each([
  ["", "Please enter a password"],
  ["1234567", "Please choose a longer password"],
  ["ü".repeat(37), expect.stringContaining("accents and emoji count")],
])("%j is rejected", (password, message) => {
  expect(v.safeParse(newPassword, password).issues?.[0].message).toEqual(message);
});

test.each([
  ["", "Please enter your new password again"],
  ["another", "This doesn't match your password"],
])("a new password confirmed by %j is rejected", (confirmPassword, message) => {
  const form = { password: "one-new-password", confirmPassword };
  expect(v.safeParse(newPasswordSchema, form).issues?.[0].message).toBe(message);
});

test("a new password is stored in NFC, and its confirmation may be typed in another form", () => {
  const form = { password: "cafe\u0301-and-more", confirmPassword: "caf\u00e9-and-more" };
  expect(v.parse(newPasswordSchema, form).password).toBe("caf\u00e9-and-more");
});

test.each(["12345678", " spaces count ", "x".repeat(72)])("%j is accepted", (password) => {
  expect(v.parse(newPassword, password)).toBe(password);
});
