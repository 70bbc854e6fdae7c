import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FOLDER = ".github/workflows";

test("every action is pinned by hash, with its version in a comment", () => {
  const uses = readdirSync(FOLDER).flatMap((name) =>
    readFileSync(path.join(FOLDER, name), "utf8")
      .split("\n")
      .filter((line) => line.includes("uses:")),
  );
  expect(uses.length).toBeGreaterThan(3);
  for (const line of uses)
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
