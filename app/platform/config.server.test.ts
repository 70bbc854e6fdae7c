import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig, readConfig } from "./config.server";

const hosted = {
  ENVIRONMENT: "production",
  SITE_URL: "https://www.example.com/",
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRETS: "whsec_new, whsec_old",
  SHEET_API_URL: "https://sheet.example.com/rows",
};

describe("configuration", () => {
  test("is typed and normalised", () => {
    const config = parseConfig(hosted);
    expect(config.siteUrl).toBe("https://www.example.com");
    expect(config.stripe.webhookSecrets).toEqual(["whsec_new", "whsec_old"]);
    expect(config.stripe.prices).toEqual({ starter: "", pro: "", business: "" });
  });

  test("names every variable that is missing or wrong, and where to set it", () => {
    const { SITE_URL: _, ...rest } = { ...hosted, SUPABASE_URL: "not a url" };
    expect(() => parseConfig(rest)).toThrow(ConfigError);
    expect(() => parseConfig(rest)).toThrow(
      /SITE_URL is missing; SUPABASE_URL is not valid.*wrangler/,
    );
  });

  test("never repeats a secret in its message", () => {
    expect(() => parseConfig({ ...hosted, STRIPE_SECRET_KEY: "sk_test_local" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("sk_test_local") }),
    );
  });

  test.each([
    ["SUPABASE_SECRET_KEY", "sb_secret_local"],
    ["STRIPE_SECRET_KEY", "sk_test_local"],
    ["STRIPE_WEBHOOK_SECRETS", "whsec_real,whsec_local"],
    ["STRIPE_API_URL", "http://127.0.0.1:12111"],
  ])("refuses the local %s in production", (name, value) => {
    expect(() => parseConfig({ ...hosted, [name]: value })).toThrow(new RegExp(name));
  });

  test("is read once for the same environment", () => {
    expect(readConfig(hosted)).toBe(readConfig(hosted));
  });
});
