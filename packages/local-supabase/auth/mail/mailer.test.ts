import { expect, it } from "vitest";
import { verifyUrl } from "./mailer.ts";

const issuer = "http://127.0.0.1:54321/auth/v1";
const siteUrl = "http://localhost:5173";

it("encodes the redirect of a link like the real server", () => {
  expect(verifyUrl(issuer, "abc", "signup", `${siteUrl}/a`)).toBe(
    `${issuer}/verify?token=abc&type=signup&redirect_to=${siteUrl}/a`,
  );
  expect(verifyUrl(issuer, "abc", "signup", `${siteUrl}/a?b=1`)).toBe(
    `${issuer}/verify?token=abc&type=signup&redirect_to=${encodeURIComponent(`${siteUrl}/a?b=1`)}`,
  );
});
