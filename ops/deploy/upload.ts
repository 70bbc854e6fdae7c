import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import type { RunCommand } from "../cloud/command.ts";
import type { CloudWorker } from "../cloud/worker.ts";
import { runWrangler, wrangler } from "../cloud/wrangler.ts";

const reportSchema = v.object({
  type: v.literal("version-upload"),
  worker_name: v.string(),
  version_id: v.string(),
});

/** Uploads the build as a version that gets no traffic yet, and returns its id. Throws one line. */
export async function uploadVersion(
  run: RunCommand,
  worker: CloudWorker,
  commit: string,
): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "upload-"));
  const reportFile = path.join(folder, "report.ndjson");
  try {
    const args = ["versions", "upload", ...worker.built];
    const note = ["--tag", commit, "--message", `Commit ${commit}`];
    const env = { WRANGLER_OUTPUT_FILE_PATH: reportFile };
    await runWrangler(run, wrangler([...args, ...note], { env }));
    return readReport(readFileSync(reportFile, "utf8"), worker);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** wrangler writes one JSON object a line to WRANGLER_OUTPUT_FILE_PATH. */
function readReport(report: string, { name }: CloudWorker): string {
  for (const line of report.split("\n")) {
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), line);
    if (!entry.success) continue;
    if (entry.output.worker_name !== name) {
      throw new Error(`wrangler uploaded to ${entry.output.worker_name}, not to ${name}`);
    }
    return entry.output.version_id;
  }
  throw new Error("wrangler did not say which version it uploaded");
}
