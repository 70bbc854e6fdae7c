import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Command, commandLine } from "../cloud/command.ts";
import { type DeployOptions, deploy } from "./deploy.ts";

const OPTIONS: DeployOptions = {
  environment: "production",
  config: {
    vars: { SUPABASE_URL: "https://abcdef.supabase.co", SITE_URL: "https://www.example.com/" },
    hyperdrive: [{ binding: "HYPERDRIVE", id: "6f1d3a" }],
    routes: [],
  },
  dryRun: false,
  checksPassed: false,
  variables: { DATABASE_URL: "postgres://postgres:p@db.abcdef.supabase.co:5432/postgres" },
};

const PREVIEW = "https://1a2b-selvedge.example.workers.dev";
const ROLLBACK = "To go back: npm run rollback -- --env production --version version-before";

interface World {
  /** Fails the first command, migration or smoke test whose log line contains this. */
  readonly failAt?: string;
  readonly live?: string;
  readonly changes?: string;
}

/** Deploys with nothing real behind it, and tells what happened in order. */
async function rehearse(options: DeployOptions, world: World = {}) {
  const done: string[] = [];
  const printed: string[] = [];
  const act = (line: string): boolean => {
    done.push(line);
    return world.failAt !== undefined && line.includes(world.failAt);
  };
  const actOrThrow = async (line: string) => {
    if (act(line)) throw new Error("it broke");
  };
  const live = { versions: [{ version_id: "version-before", percentage: 100 }] };
  const run = async (command: Command) => {
    const line = commandLine(command);
    const answer = (stdout: string, status = 0) => ({ status, stdout, stderr: "" });
    if (line.startsWith("git status")) return answer(world.changes ?? "");
    if (line.startsWith("git rev-parse")) return answer("0123456789ab\n");
    if (line.includes("whoami")) return answer("");
    if (line.includes("deployments status")) return answer(world.live ?? JSON.stringify(live));
    const report = command.env?.WRANGLER_OUTPUT_FILE_PATH;
    if (report) {
      const entry = { type: "version-upload", version_id: "version-new", preview_url: PREVIEW };
      appendFileSync(report, `{"type":"wrangler-session"}\n${JSON.stringify(entry)}\n`);
    }
    return answer("", act(line) ? 1 : 0);
  };
  const error = await deploy(options, {
    run,
    migrate: (url) => actOrThrow(`migrate ${new URL(url).hostname}`),
    smoke: ({ url }) => actOrThrow(`smoke ${url}`),
    print: (line) => printed.push(line),
  }).then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );
  return { done, printed, error };
}

const BUILT = "--config build/server/wrangler.json --env production";
const ORDER = [
  "npm run --silent typecheck",
  "npm test --silent",
  "node ops/check-migrations.ts",
  "CLOUDFLARE_ENV=production npm run --silent build",
  `wrangler deploy --dry-run ${BUILT}`,
  "wrangler check startup --config build/server/wrangler.json --args=--no-bundle --outfile build/worker-startup.cpuprofile",
  "migrate db.abcdef.supabase.co",
  `wrangler versions upload ${BUILT} --tag 0123456789ab --message Commit 0123456789ab`,
  `smoke ${PREVIEW}`,
  `wrangler versions deploy version-new@100% --yes ${BUILT}`,
  `wrangler triggers deploy ${BUILT}`,
  "smoke https://www.example.com",
];
const PROMOTED_AT = 9;

test("a deploy does one thing after the other, and says how to go back", async () => {
  const { done, printed, error } = await rehearse(OPTIONS);
  expect(error).toBeUndefined();
  expect(done).toEqual(ORDER);
  expect(printed.slice(-2)).toEqual([ROLLBACK, "✓ production runs 0123456789ab"]);
});

describe("when a step fails", () => {
  test.each(ORDER.map((line, index) => [line, index] as const))(
    "(%s) nothing after it is done",
    async (line, index) => {
      const { done, printed, error } = await rehearse(OPTIONS, { failAt: line });
      expect(done).toEqual(ORDER.slice(0, index + 1));
      expect(error).toMatch(/^Step ".+" failed: /);
      expect(printed.includes(ROLLBACK)).toBe(index >= PROMOTED_AT);
    },
  );
});

test("a refused deploy does nothing at all", async () => {
  const { done, printed, error } = await rehearse(OPTIONS, { changes: " M app/root.tsx\n" });
  expect(done).toEqual([]);
  expect(printed).toEqual(["✗ The working tree has 1 uncommitted changes: commit them"]);
  expect(error).toBe("Not deployed to production");
});

test("a dry run checks and builds, and only says what it would do with an account", async () => {
  const options = { ...OPTIONS, dryRun: true, variables: {} };
  const { done, printed, error } = await rehearse(options);
  expect(error).toBeUndefined();
  expect(done).toEqual(ORDER.slice(0, 6));
  expect(printed[0]).toContain("Would be refused: DATABASE_URL is not set");
  expect(printed.filter((line) => line.includes("would run"))).toHaveLength(7);
});

test("the pipeline, which has run the checks, goes on to the build", async () => {
  const { done } = await rehearse({ ...OPTIONS, checksPassed: true });
  expect(done).toEqual(ORDER.slice(2));
});

test("the first deploy has nothing to go back to", async () => {
  const { printed } = await rehearse(OPTIONS, { live: "" });
  expect(printed.at(-2)).toContain("there is none to roll back to");
});
