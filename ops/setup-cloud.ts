/**
 * `npm run setup:cloud -- --env staging`: creates or corrects what `npm run doctor` reports for the environment.
 * Changes nothing while a key is missing, and nothing of another project.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { liveSite } from "./cloud/live-site.ts";
import { RESOURCES } from "./cloud/resources.ts";
import { type CheckResult, checkResource, type Resource, toResult } from "./lib/checks.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { acquireDeployLock } from "./lib/database.ts";
import { describeError } from "./lib/http.ts";
import { PLACEHOLDER, readTarget, type Target } from "./lib/target.ts";

/**
 * Sets up the environment; repeating it is safe at any point. Throws one line when something is left to do,
 * which includes the deploy that makes it live.
 */
export async function setUpCloud(readCurrent: () => Promise<Target>): Promise<void> {
  await requireReadable(await readCurrent());
  const release = await acquireDeployLock((await readCurrent()).env.DATABASE_URL ?? "");
  const results: CheckResult[] = [];
  try {
    for (const resource of RESOURCES) {
      const result = await setUpResource(resource, readCurrent);
      console.log(result.line);
      results.push(result);
    }
  } finally {
    await release();
  }
  console.log("What only you can do, with its pages: docs/setup.md, Steps and Stripe's settings");
  const left = results.filter(({ status }) => status !== "✓").length;
  if (left > 0) throw new Error(`${left} left: see the lines with ✗ or ?. Then run this again`);
  const target = await readCurrent();
  const live = await checkResource(liveSite, target);
  console.log(live.line);
  if (live.status === "✓") return;
  const commands = "git add supabase/prod-ca.crt && git commit -am 'Set up' && git push";
  const deploy = `npm run deploy -- --env ${target.environment} --checks-passed`;
  throw new Error(`What is live still differs: ${commands} && ${deploy}`);
}

/** Reads everything, so that a missing permission or another project's resource stops the setup before any change. */
async function requireReadable(target: Target): Promise<void> {
  const results = await Promise.all(RESOURCES.map((each) => checkResource(each, target)));
  const stops = results.filter(({ status }) => status === "?").map(({ line }) => line);
  if (PLACEHOLDER.test(target.siteUrl)) stops.push("✗ SITE_URL in wrangler.toml is not set");
  if (stops.length > 0) throw new Error(["Nothing was changed. First:", ...stops].join("\n"));
}

/** Writes the resource if it is missing or different, and checks it again. A failure does not stop the others. */
async function setUpResource(
  resource: Resource,
  readCurrent: () => Promise<Target>,
): Promise<CheckResult> {
  const before = await checkResource(resource, await readCurrent());
  if (before.status !== "✗" || !resource.write) return before;
  try {
    await resource.write(await readCurrent());
  } catch (error) {
    return toResult("✗", resource.name, describeError(error));
  }
  const after = await checkResource(resource, await readCurrent());
  return after.status === "✓" ? { ...after, line: `${after.line} (set up)` } : after;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string" } } });
    const { env } = await withLogin(readTarget(values.env));
    await setUpCloud(async () => readTarget(values.env, { env }));
  });
}
