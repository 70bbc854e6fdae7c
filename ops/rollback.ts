/**
 * npm run rollback -- --env staging|production [--version ID] [--past-migrations]
 *
 * Moves all traffic to an earlier version, and back when its smoke test fails. Without --version it changes
 * nothing and lists the last versions that were live. Refuses to go back past a migration unless
 * --past-migrations is given. A deploy in progress stops at its next step, and leaves the traffic alone.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { formatTable, runCommand } from "../tools/cli.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { exec } from "./lib/exec.ts";
import { describeError, ResponseError } from "./lib/http.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { deployTraffic, listDeployments, readDeployment, readVersion } from "./lib/versions.ts";
import { smoke } from "./smoke.ts";

const OLD_SECRETS = /"code":\s*10220\b/;
const MAX_LISTED = 5;

/**
 * Moves all traffic to an earlier version, then runs the smoke test; when that fails, moves it back. Does not
 * touch the database. Throws one line, and moves nothing when there is no such version, when secrets have
 * changed since, or, unless
 * `pastMigrations`, when migrations have run since.
 */
export async function rollback(target: Target, version: string, pastMigrations = false) {
  const { live } = await readDeployment(target);
  const [earlier, later] = await Promise.all([
    readVersion(target, version),
    readVersion(target, live),
  ]);
  console.log(`Live until now: version ${live}`);
  if (!pastMigrations) await assertSameMigrations(target, earlier.commit, later.commit);
  const move = deployTraffic(target, { [version]: 100 }, { message: "Manual rollback" });
  await move.catch((error) => {
    if (!(error instanceof ResponseError && OLD_SECRETS.test(error.body))) throw error;
    const reason = "secrets are part of a version. Deploy a revert, which keeps the current ones";
    throw new Error(`Not rolled back: ${reason}. ${error.message}`, { cause: error });
  });
  console.log(`Live: version ${version}`);
  await smoke(target).catch(async (error) => {
    if (live === version) throw error;
    const reason = describeError(error);
    const options = { message: `Undo the rollback to ${version}`, force: true };
    await deployTraffic(target, { [live]: 100 }, options).catch((failure) => {
      const command = `npm run rollback -- --env ${target.environment} --version ${live}`;
      const state = `version ${version} may still be live: ${describeError(failure)}`;
      throw new Error(`${reason}, and ${state}. To undo: ${command}`, { cause: failure });
    });
    throw new Error(`${reason}. Rolled back to ${live}`);
  });
}

/** Throws one line that names the migrations since an earlier commit, which its code does not know. */
async function assertSameMigrations({ folder }: Target, earlier = "", later = "") {
  const range = ["--diff-filter=A", `${earlier}..${later}`, "--", "drizzle/migrations/*.sql"];
  const { status, stdout } = await exec("git", ["diff", "--name-only", ...range], { cwd: folder });
  if (status !== 0 || !earlier || !later) {
    return console.log(
      "Whether migrations have run since is unknown: git does not know the commits",
    );
  }
  const names = stdout.split("\n").filter(Boolean);
  if (names.length === 0) return;
  const list = names.map((name) => path.basename(name, ".sql")).join(", ");
  throw new Error(
    `Not rolled back: ${list} ran since, and the database stays. If the earlier code works with it, add --past-migrations`,
  );
}

/** Prints the last versions that were live, newest first, and the command that rolls back to the one before. */
export async function listVersions(target: Target): Promise<void> {
  const all = await listDeployments(target);
  // A new version that is only tried has 0 % beside the live one.
  const deployments = all.filter(({ traffic }) => Object.keys(traffic).length === 1);
  const ids = deployments.map(({ live }) => live);
  const recent = deployments.filter(({ live }, index) => ids.indexOf(live) === index);
  const rows = await Promise.all(
    recent.slice(0, MAX_LISTED).map(async ({ live, time, author, message }) => {
      const { commit, isEmpty } = await readVersion(target, live);
      return { isEmpty, row: { "live since": time, commit, version: live, by: author, message } };
    }),
  );
  const known = rows.filter(({ isEmpty }) => !isEmpty).map(({ row }) => row);
  for (const line of formatTable(known)) console.log(line);
  const [, previous] = known;
  const version = previous?.version ?? "ID";
  console.log(
    `The first is live. npm run rollback -- --env ${target.environment} --version ${version}`,
  );
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
    if (values.version === undefined) return listVersions(target);
    await rollback(target, values.version, values["past-migrations"]);
  });
}
