/**
 * Lighthouse as a command of its own. It is installed here when it is first asked for: nothing else needs
 * it, and it is a fifth of what the whole project installs.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";

const FOLDER = import.meta.dirname;
const PROGRAM = path.join(FOLDER, "node_modules", "lighthouse", "cli", "index.js");
const LONGEST_MS = 120_000;
const LARGEST_REPORT = 64 * 1024 * 1024;

/** What is read of Lighthouse's report: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
const reportSchema = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
  audits: v.record(
    v.string(),
    v.object({
      id: v.string(),
      title: v.string(),
      score: v.nullable(v.number()),
      scoreDisplayMode: v.string(),
      displayValue: v.optional(v.string()),
      numericValue: v.optional(v.number()),
    }),
  ),
});

export type LighthouseReport = v.InferOutput<typeof reportSchema>;

/** Installs Lighthouse from its own lockfile, where that has not been done. Needs the package registry once. */
export function installLighthouse(): void {
  if (existsSync(PROGRAM)) return;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: "inherit" });
}

/**
 * Audits `url` as a phone in the browser that listens on `debuggingPort`, with `cookie` if there is one.
 * Throws when Lighthouse could not load the page or takes over two minutes.
 */
export async function auditPage(
  url: string,
  debuggingPort: number,
  cookie = "",
): Promise<LighthouseReport> {
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, url, `--port=${debuggingPort}`, "--output=json", "--quiet", ...headers],
    { timeout: LONGEST_MS, maxBuffer: LARGEST_REPORT },
  );
  const report = v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), stdout);
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return report;
}
