import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Forms for guests, and those whose other fields or cookie identify the account. */
const WITHOUT_ACCOUNT = [
  "app/auth/sign-in/check-inbox.tsx",
  "app/contact/contact-form.tsx",
  "app/navigation/site-header.tsx",
  "app/routes/auth/confirm.tsx",
  "app/routes/auth/forgot-password.tsx",
  "app/routes/auth/link.tsx",
  "app/routes/auth/sign-in.tsx",
  "app/routes/auth/sign-out.tsx",
  "app/routes/auth/sign-up.tsx",
  "app/routes/auth/verify.tsx",
  "app/two-step/recovery/recovery-form.tsx",
];

test("every form that acts on the account contains <AccountField />", () => {
  const missing = globSync("app/**/*.tsx").filter((file) => {
    const text = readFileSync(file, "utf8");
    return text.split('method="post"').length > text.split("<AccountField").length;
  });
  expect(missing.toSorted()).toEqual(WITHOUT_ACCOUNT);
});
