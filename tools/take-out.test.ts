import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { isTemplate } from "../tests/support/template.ts";
import { copyProduct, takeOut } from "./take-out.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "take-out-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(root, "product-"));
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");

/** Writes the document with one part, and another that nothing takes out. */
const describePart = (...steps: readonly string[]) =>
  write(
    "docs/take-out.md",
    ["## Other", "", "```sh", "exit 1", "```", "", "## Notes", "", ...steps].join("\n"),
  );

test("takes a part out by commands, tables, whole files and a migration", () => {
  describePart(
    "```sh",
    "rm -r app/notes",
    "```",
    "",
    "| in | goes |",
    "| --- | --- |",
    "| `app/menu.ts`, `app/gone.ts` | lines with `/notes`, `// Notes`; `5 links` → `4 links`; `export spare` → `spare`; ` of all` → nothing |",
    "| `app/page.ts` | from `function note` to `}`; from `/** Notes` up to `/** Tasks`; `a \\|\\| b` → `b`; `on` → `off` after `[task]` |",
    "",
    "```tsx",
    "/** app/home.tsx: the page without notes. */",
    "```",
    "",
    "```sql",
    "DROP TABLE notes;",
    "```",
    "",
    "## After",
  );
  write("app/notes/note.ts", "");
  write(
    "app/menu.ts",
    "// Notes\nhref('/notes')\nhref('/tasks')\n// 5 links of all\nexport spare\n",
  );
  write(
    "app/page.ts",
    "[note] on\nfunction note() {\n  a();\n}\n/** Notes\n * here */\nnotes();\n/** Tasks */\na || b\n[task] on on\n",
  );
  write("drizzle/migrations/0001_notes.sql", "CREATE TABLE notes;");
  write("drizzle/migrations/0002_without_notes.sql", "DROP TABLE notes CASCADE;");
  takeOut("notes", folder);
  expect(existsSync(path.join(folder, "app/notes"))).toBe(false);
  expect(read("app/menu.ts")).toBe("href('/tasks')\n// 4 links\nspare\n");
  expect(read("app/page.ts")).toBe("[note] on\n/** Tasks */\nb\n[task] off on\n");
  expect(read("app/home.tsx")).toBe("/** app/home.tsx: the page without notes. */\n");
  expect(read("drizzle/migrations/0001_notes.sql")).toBe("CREATE TABLE notes;");
  expect(read("drizzle/migrations/0002_without_notes.sql")).toBe("DROP TABLE notes;\n");
});

test.each([
  ["lines with `/notes`", "app/menu.ts has no /notes"],
  ["from `a` to `z`", "app/menu.ts has no a … z"],
  ["`b` → nothing", "app/menu.ts has no b"],
  ["`tasks` → `x` after `c`", "app/menu.ts has no tasks after c"],
])("stops at a text that is no longer there, and names it: %s", (edits, message) => {
  describePart(`| \`app/menu.ts\` | ${edits} |`);
  write("app/menu.ts", "tasks\n");
  expect(() => takeOut("notes", folder)).toThrow(message);
  expect(() => takeOut("nothing", folder)).toThrow('docs/take-out.md has no part "nothing"');
});

test("changes nothing when a later part has no such text, or takes no commands", () => {
  const steps = (part: string, line: string) =>
    `## ${part}\n\n\`\`\`sh\nrm ${part}.txt\n\`\`\`\n\n| \`menu.txt\` | lines with \`${line}\` |\n`;
  write(
    "docs/take-out.md",
    `${steps("notes", "/n")}\n${steps("tasks", "/gone")}\n## Bills\n\nBy hand.\n`,
  );
  write("notes.txt", "x");
  write("tasks.txt", "x");
  write("menu.txt", "/n\n/t\n");
  mkdirSync(path.join(folder, "node_modules"));
  const run = (...parts: readonly string[]) =>
    spawnSync(process.execPath, [path.resolve("tools/take-out.ts"), ...parts], {
      cwd: folder,
      encoding: "utf8",
    });
  for (const [parts, message] of [
    [["notes", "tasks"], "menu.txt has no /gone"],
    [["notes", "bills"], 'docs/take-out.md has no steps for "bills" but by hand'],
    [["notes", "nothing"], 'docs/take-out.md has no part "nothing"'],
    [[], "Name a part of docs/take-out.md"],
  ] as const) {
    const { status, stderr } = run(...parts);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  }
  expect([read("menu.txt"), existsSync(path.join(folder, "notes.txt"))]).toEqual([
    "/n\n/t\n",
    true,
  ]);
  expect(run("notes").status).toBe(0);
  expect([read("menu.txt"), existsSync(path.join(folder, "notes.txt"))]).toEqual(["/t\n", false]);
});

/** Holds for the template: in a product, a part may be out, or its lines changed. */
test.each(isTemplate ? [["showcases", "passkeys", "devices", "items", "items-table"]] : [])(
  "%s, %s, %s, %s and %s come out of this repository, in this order",
  (...parts) => {
    folder = copyProduct();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(() => takeOut("items-table", folder)).toThrow("test ! -e app/items");
    for (const part of parts) takeOut(part, folder);
    expect(read("app/routes.ts")).not.toMatch(/poflow|passkey|devices/);
    expect(existsSync(path.join(folder, "app/items"))).toBe(false);
  },
);
