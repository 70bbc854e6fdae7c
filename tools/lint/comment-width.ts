/** Comment lines of more than 110 columns. Part of `npm run lint`: unfold a comment, or say less. */
import { globSync, readFileSync } from "node:fs";

const MAX_COLUMNS = 110;
const SOURCES = "{app,workers,drizzle,local,ops,packages,tests,tools}/**/*.{ts,tsx}";
/** A comment at the start of a line, or a line of a block comment. */
const COMMENT = /^\s*(\/\/|\/\*|\*)/;

const files = globSync(SOURCES, { exclude: (name) => name === "node_modules" });
for (const file of files) {
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (!COMMENT.test(line) || line.length <= MAX_COLUMNS) continue;
    console.error(`${file}:${index + 1}: the comment is ${line.length} columns wide`);
    process.exitCode = 1;
  }
}
