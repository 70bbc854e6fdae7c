/**
 * `npm run setup:cloud -- --env staging`: creates or corrects what `npm run doctor` reports for the environment.
 * Changes nothing while a key is missing, and nothing of another project.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { RESOURCES } from "./cloud/resources.ts";
import { examineCloud } from "./doctor.ts";
import { type Reading, type Resource, readResource } from "./lib/checks.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { acquireDeployLock } from "./lib/database.ts";
import { describeError } from "./lib/http.ts";
import { PLACEHOLDER, readTarget, type Target } from "./lib/target.ts";

/** Sets up the environment; repeating it is safe at any point. Throws one line when something is left to do. */
export async function setUpCloud(readCurrent: () => Promise<Target>): Promise<void> {
  await requireReadable(await readCurrent());
  const release = await acquireDeployLock((await readCurrent()).env.DATABASE_URL ?? "");
  const readings: Reading[] = [];
  try {
    for (const resource of RESOURCES) {
      const reading = await setUpResource(resource, readCurrent);
      console.log(reading.line);
      readings.push(reading);
    }
  } finally {
    await release();
  }
  const left = readings.filter(({ mark }) => mark !== "✓").length;
  console.log("What only you can do, with its pages: docs/setup.md, Steps and Stripe's settings");
  if (left > 0) throw new Error(`${left} left: see the lines with ✗ or ?. Then run this again`);
}

/** Reads everything, so that a missing permission or another project's resource stops the setup before any change. */
async function requireReadable(target: Target): Promise<void> {
  const readings = await examineCloud(target);
  const stops = readings.filter(({ mark }) => mark === "?").map(({ line }) => line);
  if (PLACEHOLDER.test(target.siteUrl)) stops.push("✗ SITE_URL in wrangler.toml is not set");
  if (stops.length > 0) throw new Error(["Nothing was changed. First:", ...stops].join("\n"));
}

/** Writes the resource if it is missing or different, and reads it again. A failure does not stop the others. */
async function setUpResource(
  resource: Resource,
  readCurrent: () => Promise<Target>,
): Promise<Reading> {
  const before = await readResource(resource, await readCurrent());
  if (before.mark !== "✗" || !resource.write) return before;
  try {
    await resource.write(await readCurrent());
  } catch (error) {
    return { mark: "✗", line: `✗ ${resource.name}: ${describeError(error)}` };
  }
  const after = await readResource(resource, await readCurrent());
  return after.mark === "✓" ? { ...after, line: `${after.line} (set up)` } : after;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string" } } });
    const { env } = await withLogin(readTarget(values.env));
    await setUpCloud(async () => readTarget(values.env, { env }));
  });
}
