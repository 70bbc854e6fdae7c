import { globSync, readdirSync, readFileSync } from "node:fs";
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

test("what can be run under tests/ is run by npm test, nightly or another workflow", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  const modules = globSync("tests/**/*.ts").filter((file) => !/bare-app|browser/.test(file));
  const imported = new Set(
    modules.flatMap((file) =>
      Array.from(read(file).matchAll(/(?:from |import\()"([^"]+\.ts)"/g), ([, name = ""]) =>
        path.join(path.dirname(file), name),
      ),
    ),
  );
  const programs = modules.filter(
    (file) => !imported.has(file) && !/\.(test|config)\.|security|support/.test(file),
  );
  expect(programs.length).toBeGreaterThan(10);
  const runners = `{package.json,tests/run-{all,nightly}.ts,tests/gotrue/*.config.ts,${FOLDER}/*}`;
  const lists = globSync(runners).map(read).join("\n");
  expect(programs.filter((file) => !lists.includes(file))).toEqual([]);
});
