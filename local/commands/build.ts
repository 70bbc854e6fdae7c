/** The first half of `npm start`: builds the site, and prints the build's output only when it fails. */
import { spawnSync } from "node:child_process";
import { runCommand } from "../../tools/shared/cli.ts";
import { readLocalDir } from "../../tools/shared/settings.ts";
import { stopLeftovers } from "../processes/registry.ts";
import { createProgressLine } from "./progress-line.ts";

// Fails before the build when it is already running.
await runCommand(() => stopLeftovers(readLocalDir()));
if (process.exitCode) process.exit();

const progress = createProgressLine(process.stdout);
progress.add("build");
const args = ["node_modules/@react-router/dev/bin.js", "build"];
const { status, stdout, stderr } = spawnSync(process.execPath, args, {
  encoding: "utf8",
  env: { ...process.env, NODE_ENV: "production" },
});
progress.clear();
if (status !== 0) process.stderr.write(`${stdout}${stderr}✗ The build failed\n`);
process.exitCode = status ?? 1;
