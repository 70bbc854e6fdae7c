import { readAuthConfig } from "local-supabase/internals";
import * as v from "valibot";
import { expect, test } from "vitest";
import { PASSWORD_HINT, PASSWORD_MIN_LENGTH } from "./password-hint";
import { newPassword } from "./password-rules";

test("people are told the length that the auth server asks for", () => {
  expect(PASSWORD_MIN_LENGTH).toBe(readAuthConfig(".").minimum_password_length);
  expect(PASSWORD_HINT).toContain(String(PASSWORD_MIN_LENGTH));
});

test.each([
  ["", "Please enter a password"],
  ["1234567", "Please use at least 8 characters"],
  ["ü".repeat(37), "Please use at most 72 characters"],
])("%j is refused", (password, message) => {
  expect(v.safeParse(newPassword, password).issues?.[0].message).toBe(message);
});

test.each(["12345678", " spaces count ", "x".repeat(72)])("%j is taken", (password) => {
  expect(v.parse(newPassword, password)).toBe(password);
});
