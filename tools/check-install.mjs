/** Runs before the main npm scripts, so that an old Node or an incomplete install fails with one line. */
import { existsSync } from "node:fs";
import { describeInstallProblem } from "./install-problem.mjs";

const { platform, arch, versions, env } = process;
const problem = describeInstallProblem({
  version: versions.node,
  platform,
  arch,
  nodeEnv: env.NODE_ENV,
  isInstalled: (name) => existsSync(new URL(`../node_modules/${name}`, import.meta.url)),
});
if (problem) {
  process.stderr.write(`✗ ${problem}\n`);
  process.exitCode = 1;
}
