/** Reads the recorded requests next to this file. */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { RecordedRequest } from "./recorded-request.ts";

export const FIXTURES = ["product-requests.jsonl", "setup-requests.jsonl"] as const;

const Request = v.object({
  method: v.string(),
  path: v.string(),
  parameters: v.array(v.string()),
});

export function readFixture(name: string): RecordedRequest[] {
  const text = readFileSync(path.join(import.meta.dirname, name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => v.parse(Request, JSON.parse(line)));
}
