import { readFile, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { type Entry, recordingSchema } from "./recorder.ts";

const fileOf = (scenario: string) => new URL(`./answers/${scenario}.json`, import.meta.url);

/** What the real server answered to a scenario. Throws when nothing was recorded. */
export async function readRecording(scenario: string): Promise<Entry[]> {
  return v.parse(recordingSchema, JSON.parse(await readFile(fileOf(scenario), "utf8")));
}

/** Writes one step a line, so that a difference shows which one it is. */
export async function writeRecording(scenario: string, entries: readonly Entry[]): Promise<void> {
  const lines = entries.map((entry) => JSON.stringify(entry));
  await writeFile(fileOf(scenario), `[\n${lines.join(",\n")}\n]\n`);
}
