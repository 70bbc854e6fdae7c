/** Setup leads from empty accounts to a doctor without findings, with the real wrangler. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SECRET_KEY } from "local-stripe/testing";
import postgres from "postgres";
import { expect, test } from "vitest";
import { startSetupHarness } from "../tests/support/cloudflare/setup-harness.ts";
import { SECRET_KEY as SUPABASE_SECRET_KEY } from "../tests/support/supabase/management-api.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { readTarget } from "./lib/target.ts";

test("after `wrangler login`, one command sets everything up and says where the rest is listed; a second run writes nothing", async () => {
  await using harness = await startSetupHarness();
  const { CLOUDFLARE_API_TOKEN: token } = harness.cloudflare.env;
  const loggedOut = {
    CLOUDFLARE_API_TOKEN: undefined,
    CLOUDFLARE_ACCOUNT_ID: undefined,
    XDG_CONFIG_HOME: harness.folder,
  };
  expect(await harness.examine(loggedOut)).toContainEqual(
    expect.stringMatching(/^\? Hyperdrive: .*wrangler login/),
  );

  const config = path.join(harness.folder, ".wrangler/config");
  mkdirSync(config, { recursive: true });
  const expiry = new Date(Date.now() + 3_600_000).toISOString();
  writeFileSync(
    path.join(config, "default.toml"),
    `oauth_token = "${token}"\nexpiration_time = "${expiry}"\nscopes = ["account:read"]\n`,
  );
  const { env } = await withLogin(harness.readTarget(loggedOut));
  expect((await harness.examine(env)).length).toBeGreaterThan(10);

  const { error, lines } = await harness.setUp(env);
  expect({ error, lines: lines.filter((line) => !line.startsWith("✓")) }).toEqual({
    error:
      'What is live still differs. If a deploy is due: git add app/content/studio.ts wrangler.toml && git commit -m "Set up staging" && git push && npm run deploy -- --env staging',
    lines: [
      "What only you can do, with its pages: docs/setup.md, Steps and Stripe's settings",
      "✗ live version: nothing is deployed yet",
    ],
  });
  harness.deploy();
  expect(await harness.examine(env)).toEqual([]);
  const toml = readFileSync(path.join(harness.folder, "wrangler.toml"), "utf8");

  harness.writes.length = 0;
  expect((await harness.setUp(env)).error).toBeUndefined();
  expect(harness.writes).toEqual([]);
  expect(readFileSync(path.join(harness.folder, "wrangler.toml"), "utf8")).toBe(toml);

  const { account } = harness.cloudflare;
  const secrets = account.worker(readTarget("staging").worker).versions.at(-1)?.secrets;
  expect(secrets?.get("STRIPE_SECRET_KEY")).toBe(SECRET_KEY);
  expect(secrets?.get("SUPABASE_SECRET_KEY")).toBe(SUPABASE_SECRET_KEY);
  expect(secrets?.get("STRIPE_WEBHOOK_SECRETS")).toBe(harness.endpointSecret);

  // Hyperdrive has the role's password, and the role has only its grants.
  const url = new URL(harness.database.superuserUrl);
  const origin = account.hyperdrives[0]?.origin;
  url.username = String(origin?.user);
  url.password = String(origin?.password);
  const sql = postgres(url.href, { max: 1 });
  expect(await sql`select from public.items`).toHaveLength(0);
  await expect(sql`select from auth.users`).rejects.toThrow("permission denied");
  await sql.end();
});
