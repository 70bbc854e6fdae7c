/**
 * `SUPABASE_CLI=PATH node tests/supabase-cli.ts`: Supabase's own CLI reads supabase/config.toml, in a copy.
 * It must get as far as Docker, which this run hides, without a word about the file.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { exec } from "../ops/lib/exec.ts";
import { runCommand } from "../tools/shared/cli.ts";

/** No server listens there. */
const DOCKER_HOST = "tcp://127.0.0.1:9";
const NO_DOCKER = "Cannot connect to the Docker daemon";

await runCommand(async () => {
  const { SUPABASE_CLI: cli } = process.env;
  if (!cli) throw new Error("SUPABASE_CLI is not set");
  const folder = mkdtempSync(path.join(os.tmpdir(), "supabase-cli-"));
  try {
    cpSync("supabase", path.join(folder, "supabase"), { recursive: true });
    const env = { DOCKER_HOST, HOME: folder, DO_NOT_TRACK: "1" };
    const version = await exec(cli, ["--version"], { cwd: folder, env });
    const { stdout, stderr } = await exec(cli, ["start"], { cwd: folder, env });
    const [first = "", ...others] = `${stdout}${stderr}`.trim().split("\n");
    if (!first.includes(NO_DOCKER)) throw new Error([first, ...others].join("\n"));
    console.log(`Supabase's CLI ${version.stdout.trim()} reads supabase/config.toml`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
