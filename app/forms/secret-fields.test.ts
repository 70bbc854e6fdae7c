import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SECRET_FIELD } from "./form-result";

test("every required secret has a name whose value is never sent back to a page", () => {
  const sources = globSync("app/**/*.ts").filter((file) => !file.includes(".test."));
  const fields = sources.flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(/\b(\w+)(?::| =) requiredSecret\(/g),
      ([, name = ""]) => name,
    ),
  );
  expect(fields).toContain("accessToken");
  expect(fields.filter((name) => !SECRET_FIELD.test(name))).toEqual([]);
});

test("a password's field has a name whose value is never sent back to a page", () => {
  const names = globSync("app/**/*.tsx").flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(
        /<(?:PasswordField\b|\w+\b[^>]*\btype="password")[^>]*?\bfield\("([\w.]+)"\)/g,
      ),
      ([, name = ""]) => name,
    ),
  );
  expect(names).toContain("confirmPassword");
  expect(
    names.filter((name) => !SECRET_FIELD.test(name)),
    "Rename the field, such as pin to pinSecret, and require it with requiredSecret",
  ).toEqual([]);
});

test.each(["password", "code", "recoveryCode", "secret", "refreshToken", "account.0.newPassword"])(
  "%s is secret",
  (name) => {
    expect(name).toMatch(SECRET_FIELD);
  },
);

test.each(["postcode", "countryCode", "promoCode", "tokens", "secretary"])(
  "%s is sent back after an error",
  (name) => {
    expect(name).not.toMatch(SECRET_FIELD);
  },
);
