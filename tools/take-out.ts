/**
 * `node tools/take-out.ts PART...`: takes parts out of the product by the steps of docs/take-out.md, such as
 * `showcases items`. Then read the change, and commit it.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { listProjectFiles } from "../tests/support/project-files.ts";
import { runCommand } from "./shared/cli.ts";

const DOCUMENT = "docs/take-out.md";

/** A block of code, or a row of a table of edits: files, and what goes. */
const STEP =
  /^```(?<language>\w+)\n(?<code>.*?)^```$|^\| `(?<files>[^|\n]+)` \| (?<edits>[^\n]+) \|$/gms;
/** What goes. Nothing that takes a text's place is an empty text. */
const EDIT =
  /lines with (?<lines>`.+?`(?:, `.+?`)*)|from `(?<from>.+?)` (?<end>to|up to) `(?<to>.+?)`|`(?<old>.+?)` → (?:`(?<next>.+?)`|nothing)(?: after `(?<after>.+?)`)?/g;

/** Copies the product's files to a new folder, with its packages. */
export function copyProduct(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), "take-out-"));
  for (const file of listProjectFiles()) cpSync(file, path.join(copy, file), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  return copy;
}

/** Follows the steps of a part, in the folder of the product. Throws when a text is no longer there. */
export function takeOut(part: string, folder: string): void {
  const document = readFileSync(path.join(folder, DOCUMENT), "utf8");
  const sections = document.split(/^## /m).map((section) => section.split("\n"));
  const section = sections.find(([title = ""]) => title.toLowerCase() === part.toLowerCase());
  if (!section) throw new Error(`${DOCUMENT} has no part "${part}"`);
  const steps = [...section.join("\n").matchAll(STEP)];
  if (steps.length === 0) throw new Error(`${DOCUMENT} has no steps for "${part}" but by hand`);
  for (const { groups = {} } of steps) {
    const { language, code = "", files = "", edits = "" } = groups;
    if (language === "sh")
      execFileSync("sh", ["-ec", code], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    else if (language === "sql") writeFileSync(findNewestMigration(folder), code);
    else if (language === "tsx") writeFileSync(path.join(folder, readPath(code)), code);
    else for (const file of listFiles(files, folder)) edit(file, edits, folder);
  }
}

/** The path in the comment that the code begins with. */
const readPath = (code: string): string => /^\/\*\* (\S+\.tsx): /.exec(code)?.[1] ?? "";

const findNewestMigration = (folder: string): string =>
  globSync(path.join(folder, "drizzle/migrations/*.sql")).toSorted().at(-1) ?? "";

function listFiles(names: string, folder: string): string[] {
  // Another part may have taken a file with it.
  return names
    .split("`, `")
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file));
}

function edit(file: string, edits: string, folder: string): void {
  let text = readFileSync(file, "utf8");
  const change = (what: string, changed: string) => {
    if (changed === text) throw new Error(`${path.relative(folder, file)} has no ${what}`);
    text = changed;
  };
  for (const { groups = {} } of edits.replaceAll("\\|", "|").matchAll(EDIT)) {
    const { lines = "", from, end, to = "", old = "", next = "", after } = groups;
    for (const mark of lines.slice(1, -1).split("`, `").filter(Boolean)) {
      const isLeft = (line: string) => !line.includes(mark);
      change(mark, text.split("\n").filter(isLeft).join("\n"));
    }
    if (from) change(`${from} … ${to}`, removeBlock(text, from, { to, isKept: end === "up to" }));
    if (after) change(`${old} after ${after}`, replaceAfter(text, after, [old, next]));
    else if (old) change(old, text.replaceAll(old, next));
  }
  writeFileSync(file, text);
}

/** Replaces the first `old` after `mark`. */
function replaceAfter(text: string, mark: string, [old, next]: [string, string]): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at) + text.slice(at).replace(old, next);
}

/** Removes the lines from the first with `from` to the next that begins with `to`, which can be kept. */
function removeBlock(
  text: string,
  from: string,
  { to, isKept }: { readonly to: string; readonly isKept: boolean },
): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.includes(from));
  const last = lines.findIndex((line, at) => at >= first && line.startsWith(to));
  if (first < 0 || last < 0) return text;
  return lines.toSpliced(first, last - first + (isKept ? 0 : 1)).join("\n");
}

if (import.meta.main) {
  await runCommand(async () => {
    const parts = process.argv.slice(2);
    if (parts.length === 0) throw new Error(`Name a part of ${DOCUMENT}`);
    // Tries a copy first: a text that is no longer there must not leave the product half without the part.
    const copy = copyProduct();
    try {
      for (const part of parts) takeOut(part, copy);
    } finally {
      rmSync(copy, { recursive: true });
    }
    for (const part of parts) takeOut(part, ".");
  });
}
