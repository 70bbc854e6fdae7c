/**
 * `npm run setup:cloud -- --env staging`: creates or corrects what `npm run doctor` reports for the
 * environment. Changes nothing while a key is missing, and nothing of another project.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/shared/cli.ts";
import { type CheckResult, checkResource, type Resource, toResult } from "./lib/checks.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { exec } from "./lib/exec.ts";
import { describeError, ResponseError } from "./lib/http.ts";
import { findMainProblem } from "./lib/preflight.ts";
import { PLACEHOLDER, readTarget, type Target } from "./lib/target.ts";
import { RESOURCES } from "./resources/index.ts";
import { checkLive } from "./resources/live-site.ts";

/** Supabase's answer to a setting that the project's plan lacks. */
const PAYMENT_REQUIRED = 402;

/**
 * Sets up the environment; may be repeated. Throws one line when something is left to do, which includes the
 * deploy.
 */
export async function setUpCloud(readCurrent: () => Promise<Target>): Promise<void> {
  await requireReadable(await readCurrent());
  const results: CheckResult[] = [];
  for (const resource of RESOURCES) {
    const result = await setUpResource(resource, readCurrent);
    console.log(result.line);
    results.push(result);
  }
  console.log("What only you can do, with its pages: docs/setup.md, Steps and Stripe's settings");
  const left = results.filter(({ status }) => status === "✗" || status === "?").length;
  if (left > 0) throw new Error(`${left} left: see the lines with ✗ or ?. Then run this again`);
  const target = await readCurrent();
  const live = (await checkLive(target)).filter(({ status }) => status !== "✓");
  for (const { line } of live) console.log(line);
  if (live.length === 0) return;
  throw new Error(`What is live still differs. If a deploy is due: ${await nextCommands(target)}`);
}

/** The commands that make the set-up live, from the state of the checkout. */
async function nextCommands({ environment, folder }: Target): Promise<string> {
  const git = (...args: string[]) => exec("git", args, { cwd: folder });
  // A deploy takes the committed files: also those that a person edited for a step of docs/setup.md.
  const { stdout } = await git("diff", "--name-only", "HEAD");
  const files = stdout.trim().replaceAll("\n", " ");
  const commit = files && `git add ${files} && git commit -m "Set up ${environment}" && `;
  const push = files || (await findMainProblem(folder, "HEAD")) ? "git push && " : "";
  return `${commit}${push}npm run deploy -- --env ${environment}`;
}

/**
 * Reads everything, so that a missing permission or another project's resource stops the setup before any
 * change.
 */
async function requireReadable(target: Target): Promise<void> {
  const results = await Promise.all(RESOURCES.map((each) => checkResource(each, target)));
  const stops = results.filter(({ status }) => status === "?").map(({ line }) => line);
  if (PLACEHOLDER.test(target.siteUrl)) stops.push("✗ SITE_URL in wrangler.toml is not set");
  if (stops.length > 0) throw new Error(["Nothing was changed. First:", ...stops].join("\n"));
}

/**
 * Writes the resource if it is missing or different, and checks it again. A failure does not stop the others.
 */
async function setUpResource(
  resource: Resource,
  readCurrent: () => Promise<Target>,
): Promise<CheckResult> {
  const before = await checkResource(resource, await readCurrent());
  if (before.status !== "✗" || !resource.write) return before;
  try {
    await resource.write(await readCurrent());
  } catch (error) {
    const isLacking = error instanceof ResponseError && error.status === PAYMENT_REQUIRED;
    return toResult(isLacking ? "–" : "✗", resource.name, describeError(error));
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
