/** The report of a test run, which `npm test` counts. Written when TEST_REPORT names a file. */
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";

export const reportSchema = v.object({
  passed: v.number(),
  skipped: v.number(),
  /** A failed test or an error outside of tests: its place, and the first lines of its message. */
  failures: v.array(v.string()),
});
export type Report = v.InferOutput<typeof reportSchema>;

export function writeReport(report: Report): void {
  if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
}

/** The first lines of `message`, indented below `place`. */
export function formatFailure(place: string, message = "", maxLines = 4): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [place, ...lines.slice(0, maxLines).map((line) => `    ${line}`)].join("\n");
}
