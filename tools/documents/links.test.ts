/** Documentation only names files and code that exist. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listProjectFiles } from "../../tests/support/project-files.ts";
import { isTemplate } from "../../tests/support/template.ts";

const FILE = /^(?!\/)[\w./-]*\/[\w.-]+\.(ts|tsx|toml|sql|css|md|yml|patch|json|mjs)$/;
const NAME = /^[a-z]+(?:[A-Z]\w*|_\w+)(?:\(.*\))?$/;
/** What tour and recipes make up, and names of other projects. */
const EXAMPLES = /careers|invoices|\/featured\.|^getClaims/;

const files = listProjectFiles();
const isText = (file: string) => /\.(ts|tsx|mjs|sql|toml|html|example)$/.test(file);
const source = files
  .filter(isText)
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
/** What explains how the template came to be, or how to begin: a product may have taken out the code. */
const EXPLAINS = /^(CHANGELOG|docs\/(decisions\/.*|departures|recipes|take-out|tour))\.md$/;
const documents = files.filter(
  (file) => file.endsWith(".md") && (isTemplate || !EXPLAINS.test(file)),
);

/** Text in backticks outside code blocks. */
function findCode(text: string): string[] {
  const prose = text.replaceAll(/```.*?```/gs, "");
  return Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code);
}

const isFile = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));

describe.each(documents)("%s", (document) => {
  const text = readFileSync(document, "utf8");
  // Names files of earlier versions, and files that a product may have deleted.
  const isHistory = document === "CHANGELOG.md";

  test("links to files that exist", () => {
    const links = Array.from(text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g), ([, link = ""]) => link);
    const broken = links.filter(
      (link) =>
        !/^\w+:/.test(link) &&
        !EXAMPLES.test(link) &&
        !existsSync(path.join(path.dirname(document), link)),
    );
    expect(broken).toEqual([]);
  });

  test("names files and code that exist", () => {
    const unknown = findCode(text).filter((code) => {
      if (EXAMPLES.test(code)) return false;
      if (FILE.test(code)) return !isHistory && !isFile(code) && !existsSync(code);
      return NAME.test(code) && !source.includes(code.replace(/\(.*/, ""));
    });
    expect(unknown).toEqual([]);
  });
});
