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
  expect(uses).not.toHaveLength(0);
  for (const line of uses)
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

/** The steps of a job, as text. */
function readSteps(file: string, job: string): string[] {
  const text = readFileSync(path.join(FOLDER, file), "utf8");
  const [, body = ""] = new RegExp(`\\n {2}${job}:\\n((?: {4}.*\\n|\\n)+)`).exec(text) ?? [];
  return body.split(/\n {6}- /).slice(1);
}

test("a required check passes in a private repository without GitHub's paid license, and still looks at dependencies", () => {
  const steps = readSteps("pull-request.yml", "dependencies");
  const isPrivate = (step: string) => step.startsWith("if: github.event.repository.private\n");
  const isPublic = (step: string) => /^if: \S+ !github\.event\.repository\.private /.test(step);
  const reviews = steps.filter((step) => step.includes("dependency-review-action"));
  expect(reviews).toHaveLength(1);
  expect(reviews.every(isPublic)).toBe(true);
  expect(steps.filter(isPrivate)).toEqual([expect.stringContaining("run: npm audit")]);
});

test("what runs on a schedule is switched on by a variable, because it takes minutes of the plan", () => {
  const texts = readdirSync(FOLDER).map((name) => readFileSync(path.join(FOLDER, name), "utf8"));
  const scheduled = texts.filter((text) => text.includes("\n  schedule:\n"));
  expect(scheduled).not.toHaveLength(0);
  for (const text of scheduled) {
    const [, first = ""] = /\njobs:\n([\s\S]*?)\n {4}runs-on:/.exec(text) ?? [];
    expect(first).toMatch(/\n {4}if: vars\.[A-Z_]+ != '' |\n {4}if: vars\.[A-Z_]+ == 'on' /);
  }
});

test("only a job that writes may write, no other one of its workflow", () => {
  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(path.join(FOLDER, name), "utf8");
    const [, granted] = /\npermissions:(.*\n(?: {2}.*\n)*)/.exec(text) ?? [];
    expect(granted, name).toBeDefined();
    expect(granted, name).not.toContain("write");
  }
});

test("a preview, which needs the secrets of an environment, is skipped for Dependabot", () => {
  const text = readFileSync(path.join(FOLDER, "pull-request.yml"), "utf8");
  const [, condition = ""] =
    /\n {2}preview:\n[\s\S]*?\n {4}if: ([\s\S]*?)\n {4}\w/.exec(text) ?? [];
  expect(condition).toContain("github.event.pull_request.user.login != 'dependabot[bot]'");
});

test("only the person who starts a production deploy takes domains", () => {
  const text = readFileSync(path.join(FOLDER, "deploy.yml"), "utf8");
  expect(text).toMatch(/\n {6}take-domains:\n {8}description: .*\n {8}type: boolean\n/);
  const flag = "inputs.take-domains && '--take-domains'";
  const deploys = ["staging", "production"].map((job) =>
    readSteps("deploy.yml", job).find((step) => step.includes("ops/deploy.ts")),
  );
  expect(deploys.map((step) => step?.includes(flag))).toEqual([false, true]);
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
  expect(programs).toContain("tests/fuzz/fuzz.ts");
  const runners = `{package.json,tests/run-{all,nightly}.ts,tests/gotrue/*.config.ts,${FOLDER}/*}`;
  const lists = globSync(runners).map(read).join("\n");
  expect(programs.filter((file) => !lists.includes(file))).toEqual([]);
});
