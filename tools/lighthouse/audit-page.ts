/** Runs Lighthouse, which is installed on first use: it would add a fifth to the project's install size. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";

const FOLDER = import.meta.dirname;
const PROGRAM = path.join(FOLDER, "node_modules", "lighthouse", "cli", "index.js");
const TIMEOUT_MS = 120_000;
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/**
 * The used part of a report:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md
 */
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

type LighthouseReport = v.InferOutput<typeof reportSchema>;

/** Installs Lighthouse from its own lockfile unless it is installed. Needs the package registry. */
export function installLighthouse(): void {
  if (existsSync(PROGRAM)) return;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: "inherit" });
}

/**
 * Audits `url` as a phone in the browser at `debuggingPort`, sending `cookie` if given. Throws when the page
 * does not load, or after two minutes.
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
    { timeout: TIMEOUT_MS, maxBuffer: MAX_REPORT_BYTES },
  );
  const report = v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), stdout);
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return report;
}
