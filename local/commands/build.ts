/** The first half of `npm start`: builds the site, and prints the build's output only when it fails. */
import { spawnSync } from "node:child_process";
import { createProgressLine } from "./progress-line.ts";

const progress = createProgressLine(process.stdout);
progress.add("build");
const args = ["node_modules/@react-router/dev/bin.js", "build"];
const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
progress.clear();
if (status !== 0) process.stderr.write(`${stdout}${stderr}✗ The build failed\n`);
process.exitCode = status ?? 1;
