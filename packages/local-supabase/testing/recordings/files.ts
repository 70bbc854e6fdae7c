import { readFile, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { type Entry, recordingSchema } from "./recorder.ts";

const getRecordingUrl = (scenario: string) =>
  new URL(`./responses/${scenario}.json`, import.meta.url);

/** Reads the recorded responses of a scenario. Throws when there are none. */
export async function readRecording(scenario: string): Promise<Entry[]> {
  return v.parse(recordingSchema, JSON.parse(await readFile(getRecordingUrl(scenario), "utf8")));
}

/** Writes one step per line, for readable diffs. */
export async function writeRecording(scenario: string, entries: readonly Entry[]): Promise<void> {
  const lines = entries.map((entry) => JSON.stringify(entry));
  await writeFile(getRecordingUrl(scenario), `[\n${lines.join(",\n")}\n]\n`);
}
