/** The recorded requests that lie beside this file. */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { RecordedRequest } from "./recorded-request.ts";

export const FIXTURES = ["product-requests.json", "setup-requests.json"] as const;

const Requests = v.array(
  v.object({ method: v.string(), path: v.string(), parameters: v.array(v.string()) }),
);

export function readFixture(name: string): RecordedRequest[] {
  const text = readFileSync(path.join(import.meta.dirname, name), "utf8");
  return v.parse(Requests, JSON.parse(text));
}
