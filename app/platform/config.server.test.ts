import { describe, expect, test } from "vitest";
import { NOTHING_SOLD } from "../../tests/support/plans";
import { ConfigError, parseConfig, readConfig } from "./config.server";

const hosted = {
  ENVIRONMENT: "production",
  SITE_URL: "https://www.example.com/",
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_0123456789",
  STRIPE_SECRET_KEY: "sk_live_0123456789",
  STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789",
  STRIPE_WEBHOOK_SECRETS: "whsec_0123456789new, whsec_0123456789old",
  SHEET_API_URL: "https://sheet.example.com/rows",
};

describe("configuration", () => {
  test("is typed and normalized", () => {
    const config = parseConfig(hosted);
    expect(config.siteUrl).toBe("https://www.example.com");
    expect(config.stripe.webhookSecrets).toEqual(["whsec_0123456789new", "whsec_0123456789old"]);
    expect(config.planCatalog.prices).toEqual(NOTHING_SOLD);
  });

  test("errors name every missing or invalid variable, and where to set it", () => {
    const { SITE_URL: _, ...rest } = { ...hosted, SUPABASE_URL: "not a url" };
    expect(() => parseConfig(rest)).toThrow(ConfigError);
    expect(() => parseConfig(rest)).toThrow(
      /SITE_URL is missing; SUPABASE_URL is not valid.*wrangler/,
    );
  });

  test("an empty address switches the spreadsheet off, a missing one is an error", () => {
    expect(parseConfig(hosted).sheet).toEqual({ url: hosted.SHEET_API_URL, token: "" });
    expect(parseConfig({ ...hosted, SHEET_API_URL: "" }).sheet).toBeUndefined();
    const { SHEET_API_URL: _, ...rest } = hosted;
    expect(() => parseConfig(rest)).toThrow(/SHEET_API_URL is missing/);
  });

  test("errors contain no secret", () => {
    expect(() => parseConfig({ ...hosted, STRIPE_SECRET_KEY: "sk_test_local" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("sk_test_local") }),
    );
  });

  test.each([
    ["SUPABASE_SECRET_KEY", "sb_secret_local"],
    ["STRIPE_SECRET_KEY", "sk_test_local"],
    ["STRIPE_WEBHOOK_SECRETS", "whsec_real,whsec_local"],
    ["STRIPE_API_URL", "http://127.0.0.1:12111"],
  ])("rejects the local %s in production", (name, value) => {
    expect(() => parseConfig({ ...hosted, [name]: value })).toThrow(new RegExp(name));
  });

  const legacyKey = (role: string) =>
    `eyJhbGciOiJIUzI1NiJ9.${btoa(`{"role":"${role}"}`)}.signature`;

  test.each([
    ["SITE_URL", "http://www.example.com", "has to begin with https://"],
    ["SUPABASE_URL", "http://abc.supabase.co", "has to begin with https://"],
    ["SHEET_API_URL", "http://sheet.example.com", "has to begin with https://"],
    ["SUPABASE_SECRET_KEY", "x", "too short"],
    ["STRIPE_SECRET_KEY", "sk_live_1", "too short"],
    ["OPERATOR_TOKEN", "x", "too short"],
    ["STRIPE_SECRET_KEY", "sk_test_0123456789", "live mode"],
    ["STRIPE_PUBLISHABLE_KEY", "pk_test_0123456789", "live mode"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_0123456789", "publishable key"],
    ["SUPABASE_PUBLISHABLE_KEY", "sb_secret_0123456789", "publishable key"],
    ["SUPABASE_PUBLISHABLE_KEY", legacyKey("service_role"), "publishable key"],
    ["STRIPE_WEBHOOK_SECRETS", "whsec_0123456789, x", "signing secrets"],
    ["STRIPE_WEBHOOK_SECRETS", ",,", "STRIPE_WEBHOOK_SECRETS is not valid"],
    ["SITE_URL", "https://www.example.com/en", "without a path"],
    ["SITE_URL", "https://me:secret@www.example.com", "without a path"],
    ["SUPABASE_SECRET_KEY", "sb_publishable_0123456789", "not a publishable one"],
    ["SUPABASE_SECRET_KEY", legacyKey("anon"), "not a publishable one"],
    ["SUPABASE_PUBLISHABLE_KEY", "eyJhbGciOiJIUzI1NiJ9.abcde.signature", "publishable key"],
    ["SUPABASE_JWT_SECRET", "x", "too short"],
    [
      "SUPABASE_JWT_SECRET",
      "super-secret-jwt-token-with-at-least-32-characters-long",
      "for the local cloud only",
    ],
    ["SHEET_API_TOKEN", " ", "too short"],
    ["TURNSTILE_SECRET_KEY", "x", "too short"],
    ["TURNSTILE_SECRET_KEY", "1x0000000000000000000000000000000AA", "test key"],
    ["TURNSTILE_SITE_KEY", "1x00000000000000000000AA", "test key"],
    ["TURNSTILE_SITE_KEY", "0x4AAA", "go together"],
    ["TURNSTILE_SECRET_KEY", "0x4AAAAAAA0123456789", "go together"],
  ])("rejects %s = %s in production", (name, value, problem) => {
    expect(() => parseConfig({ ...hosted, [name]: value })).toThrow(problem);
  });

  test("accepts test keys only in staging, and a legacy publishable key everywhere", () => {
    const keys = {
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789",
    };
    expect(parseConfig({ ...hosted, ...keys, ENVIRONMENT: "staging" }).environment).toBe("staging");
    expect(() => parseConfig({ ...hosted, ENVIRONMENT: "staging" })).toThrow("test mode");
    const key = { SUPABASE_PUBLISHABLE_KEY: legacyKey("anon") };
    expect(parseConfig({ ...hosted, ...key }).supabase.publishableKey).toMatch(/^eyJ/);
  });

  test("is cached per environment object", () => {
    expect(readConfig(hosted)).toBe(readConfig(hosted));
  });
});
