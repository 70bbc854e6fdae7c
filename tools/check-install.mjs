/** Runs before the main npm scripts, so that an old Node fails with one line. */
import { describeNodeProblem } from "./node-version.mjs";

const { platform, arch, versions } = process;
const problem = describeNodeProblem({ version: versions.node, platform, arch });
if (problem) {
  process.stderr.write(`✗ ${problem}\n`);
  process.exitCode = 1;
}
