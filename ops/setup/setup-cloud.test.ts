import { expect, test } from "vitest";
import { type Command, commandLine } from "../cloud/command.ts";
import { startEmptyAccount } from "./empty-account.ts";
import { type SetupOptions, setupCloud } from "./setup-cloud.ts";
import { connectStripe } from "./stripe.ts";

const ID = "0123456789abcdef0123456789abcdef";
const OPTIONS: SetupOptions = {
  environment: "staging",
  config: {
    vars: { SITE_URL: "https://staging.example.com", SUPABASE_URL: "https://abc.supabase.co" },
    secrets: { required: ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"] },
  },
  dryRun: false,
  variables: {
    STRIPE_SECRET_KEY: "sk_test_abc",
    DATABASE_URL: "postgres://postgres:p@db.abc.supabase.co/postgres",
  },
};

/** A Cloudflare account that starts empty and keeps what it is given. */
function cloudflare(isLoggedIn = true) {
  const secrets = new Map<string, string>();
  const hyperdrives: string[] = [];
  const run = async (command: Command) => {
    const line = commandLine(command);
    const name = /secret put (\w+)/.exec(line)?.[1];
    if (name) secrets.set(name, command.input ?? "");
    if (line.includes("hyperdrive create")) hyperdrives.push(line);
    const known = hyperdrives.map(() => `│ ${ID} │ selvedge-staging │ app_worker │`).join("\n");
    const stdout = line.includes("secret list")
      ? JSON.stringify([...secrets.keys()].map((key) => ({ name: key, type: "secret_text" })))
      : known;
    return { status: line.includes("whoami") && !isLoggedIn ? 1 : 0, stdout, stderr: "" };
  };
  return { run, secrets, hyperdrives };
}

async function rehearse(options: SetupOptions, account = cloudflare(), stripeUrl?: string) {
  const printed: string[] = [];
  const done: string[] = [];
  const error = await setupCloud(options, {
    run: account.run,
    migrate: async () => void done.push("migrate"),
    renewWorkerPassword: async () => {
      done.push("renew password");
      return "postgres://app_worker:new@db.abc.supabase.co/postgres";
    },
    connectStripe: (key) => {
      const port = new URL(stripeUrl ?? "http://127.0.0.1:9").port;
      return connectStripe(key, { host: "127.0.0.1", port, protocol: "http" });
    },
    print: (line) => printed.push(line),
  }).then(
    () => undefined,
    (thrown: unknown) => String(thrown),
  );
  return { printed, done, error };
}

test("a dry run needs no account, and lists what a program and what a person does", async () => {
  const options = { ...OPTIONS, dryRun: true, variables: {} };
  const { printed, done, error } = await rehearse(options, cloudflare(false));
  expect([error, done]).toEqual([undefined, []]);
  const text = printed.join("\n");
  expect(text).toContain("Hyperdrive configuration selvedge-staging, caching off");
  expect(text).toContain("redirect URL https://staging.example.com/**");
  expect(text).toContain("https://abc.supabase.co/auth/v1/callback");
  expect(text).toContain("npm run doctor -- --env staging");
});

test("what is missing is said at once, and nothing is touched", async () => {
  const vars = { SITE_URL: "https://replace-me.example" };
  const options = { ...OPTIONS, config: { vars }, variables: { STRIPE_SECRET_KEY: "sk_live_x" } };
  const { printed, done, error } = await rehearse(options, cloudflare(false));
  expect(error).toContain("Not set up");
  expect(done).toEqual([]);
  expect(printed.map((line) => line.slice(0, 30))).toEqual([
    "✗ SITE_URL and SUPABASE_URL of",
    "✗ Not logged in to Cloudflare:",
    "✗ STRIPE_SECRET_KEY must be a ",
    "✗ DATABASE_URL is not set: the",
  ]);
});

test("run twice, everything is there once", async () => {
  const account = cloudflare();
  const stripe = await startEmptyAccount();
  const first = await rehearse(OPTIONS, account, stripe.url);
  const writes = stripe.writes.length;
  const second = await rehearse(OPTIONS, account, stripe.url);
  await stripe.close();
  expect([first.error, second.error]).toEqual([undefined, undefined]);
  expect(first.done).toEqual(["migrate", "renew password"]);
  expect(second.done).toEqual(["migrate"]);
  expect(stripe.writes).toHaveLength(writes);
  expect(account.hyperdrives).toHaveLength(1);
  expect(account.hyperdrives[0]).toContain("--caching-disabled");
  expect(account.secrets.get("STRIPE_SECRET_KEY")).toBe("sk_test_abc");
  expect(account.secrets.get("STRIPE_WEBHOOK_SECRETS")).toMatch(/^whsec_/);
  expect(second.printed.some((line) => line.startsWith("✓ created"))).toBe(false);
  expect(second.printed.join("\n")).toContain(`id = "${ID}"`);
  expect(second.printed.join("\n")).toContain('STRIPE_PRICE_PRO = "price_2"');
  expect(first.printed.join("\n")).toContain("secret put SUPABASE_SECRET_KEY --env staging");
});
