import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Calls such as `logError("checkout.failed", …)`, on one line or more. */
const LOG_CALL = /\blog(Info|Error)\(\s*"([a-z_.]+)"/g;
const ROW = /^\| `([a-z_.]+)` \| (info|error) \|/gm;

function eventsOfCode(): string[] {
  const files = ["app", "workers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
      path.join(folder, name),
    ),
  );
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."));
  const found = sources.flatMap((name) =>
    Array.from(
      readFileSync(name, "utf8").matchAll(LOG_CALL),
      ([, level = "", event = ""]) => `${event} ${level.toLowerCase()}`,
    ),
  );
  return [...new Set(found)].toSorted();
}

test("docs/events.md has every event that the code can log, and no other", () => {
  const listed = Array.from(
    readFileSync("docs/events.md", "utf8").matchAll(ROW),
    ([, event, level]) => `${event} ${level}`,
  );
  expect(eventsOfCode().length).toBeGreaterThan(30);
  expect(listed.toSorted()).toEqual(eventsOfCode());
});

test("no event's name is put together, for such a one could not be listed", () => {
  const composed = ["app", "workers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
      .filter((name) => name !== "platform/log.server.ts")
      .filter((name) =>
        /\blog(Info|Error)\(\s*[^"\s)]/.test(readFileSync(path.join(folder, name), "utf8")),
      ),
  );
  expect(composed).toEqual([]);
});
