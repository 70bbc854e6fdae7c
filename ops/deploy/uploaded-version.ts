import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";

const uploadSchema = v.object({
  type: v.literal("version-upload"),
  version_id: v.string(),
  preview_url: v.optional(v.string()),
});

export interface UploadedVersion {
  readonly id: string;
  /** Where this version alone answers. */
  readonly previewUrl: string;
}

/** Finds the upload in what wrangler wrote to WRANGLER_OUTPUT_FILE_PATH: one JSON object a line. */
export function parseUploadReport(report: string): UploadedVersion {
  for (const line of report.split("\n")) {
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), uploadSchema), line);
    if (!entry.success) continue;
    const { version_id: id, preview_url: previewUrl } = entry.output;
    if (previewUrl === undefined) {
      throw new Error("the upload has no preview URL; register a workers.dev subdomain once");
    }
    return { id, previewUrl: previewUrl.replace(/\/$/, "") };
  }
  throw new Error("wrangler did not say which version it uploaded");
}

/** Lets `upload` run with a report file, and answers what the report says. */
export async function readUpload(
  upload: (reportFile: string) => Promise<void>,
): Promise<UploadedVersion> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "upload-"));
  const reportFile = path.join(folder, "report.ndjson");
  try {
    await upload(reportFile);
    return parseUploadReport(readFileSync(reportFile, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const deploymentSchema = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});

/** The version with most of the traffic, from `wrangler deployments status --json`. */
export function parseLiveVersion(json: string): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), deploymentSchema), json);
  if (!parsed.success) return undefined;
  const [first] = parsed.output.versions.toSorted((a, b) => b.percentage - a.percentage);
  return first?.version_id;
}
