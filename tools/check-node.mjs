/** Runs before the commands that people meet first: an old Node gets one line instead of a stack. */
import { describeNodeProblem } from "./node-version.mjs";

const { platform, arch, versions } = process;
const problem = describeNodeProblem({ version: versions.node, platform, arch });
if (problem) {
  process.stderr.write(`✗ ${problem}\n`);
  process.exitCode = 1;
}
