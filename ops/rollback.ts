/**
 * npm run rollback -- --env staging|production [--version ID] [--past-migrations]
 *
 * Moves all traffic to an earlier version, and smoke-tests it. Without --version it changes nothing and lists
 * the last deployments, newest last. Refuses to go back past a migration, or where that is unknown, unless
 * --past-migrations is given. A deploy in progress stops at its next step, and leaves the traffic alone.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/shared/cli.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { exec } from "./lib/exec.ts";
import { describeError, ResponseError } from "./lib/http.ts";
import { readTarget, type Target } from "./lib/target.ts";
import {
  assertTraffic,
  deployTraffic,
  describeLive,
  listDeployments,
  readVersion,
} from "./lib/versions.ts";
import { wrangler } from "./lib/wrangler.ts";
import { smoke } from "./smoke.ts";

const OLD_SECRETS = /"code":\s*10220\b/;

/**
 * Moves all traffic to an earlier version, then runs the smoke test. Does not touch the database. Throws one
 * line, and moves nothing when there is no such version, when secrets have changed since, or, unless
 * `pastMigrations`, when migrations have or may have run since.
 */
export async function rollback(target: Target, version: string, pastMigrations = false) {
  const deployments = await listDeployments(target);
  // Skips deployments of `version` itself: a repeated rollback may have moved the traffic already.
  const before = deployments.find(({ live }) => live !== version)?.live ?? version;
  const [earlier, later] = await Promise.all([
    readVersion(target, version),
    readVersion(target, before),
  ]);
  console.log(`Live before: version ${before}`);
  if (!pastMigrations) await assertSameMigrations(target, earlier.commit, later.commit);
  await deployTraffic(target, { [version]: 100 }, { message: "Manual rollback" }).catch(explain);
  console.log(`Live: version ${version}`);
  const unchecked = await smoke(target).catch(async (error) => {
    const undo = `npm run rollback -- --env ${target.environment} --version ${before}`;
    const state = `${await describeLive(target)}. Before the rollback: ${undo}`;
    throw new Error(`${describeError(error)}. ${state}`, { cause: error });
  });
  await assertTraffic(target, [{ [version]: 100 }]);
  console.log(`✓ Version ${version} is live${unchecked ? `; ${unchecked}` : ""}`);
}

/** Throws why the traffic was not moved, as one line. */
function explain(cause: unknown): never {
  const error = describeError(cause);
  if (!(cause instanceof ResponseError)) {
    throw new Error(`Whether the traffic has moved is unknown: ${error}. Run this again`, {
      cause,
    });
  }
  if (!OLD_SECRETS.test(cause.body)) throw cause;
  const reason = "secrets are part of a version. Deploy a revert, which keeps the current ones";
  throw new Error(`Not rolled back: ${reason}. ${error}`, { cause });
}

/** Throws one line unless no migration came between the two commits: the earlier code does not know it. */
async function assertSameMigrations({ folder }: Target, earlier = "", later = "") {
  if (earlier && earlier === later) return;
  const git = (...args: string[]) => exec("git", args, { cwd: folder });
  // A colleague's commit may not be here yet.
  await git("fetch", "--quiet", "origin", "main");
  const range = ["--diff-filter=A", `${earlier}..${later}`, "--", "drizzle/migrations/*.sql"];
  const { status, stdout } = await git("diff", "--name-only", ...range);
  const isKnown = status === 0 && earlier && later;
  const names = stdout.split("\n").filter(Boolean);
  if (isKnown && names.length === 0) return;
  const list = names.map((name) => path.basename(name, ".sql")).join(", ");
  const reason = isKnown
    ? `${list} ran since, and the database stays`
    : `git does not know both commits (${earlier || "none"}, ${later || "none"}), so migrations may have run since`;
  const advice = "If the earlier code works with them, add --past-migrations";
  throw new Error(`Not rolled back: ${reason}. ${advice}`);
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        version: { type: "string" },
        "past-migrations": { type: "boolean" },
      },
    });
    const target = await withLogin(readTarget(values.env));
    if (!values.version) return console.log(await wrangler(target, ["deployments", "list"]));
    await rollback(target, values.version, values["past-migrations"]);
  });
}
