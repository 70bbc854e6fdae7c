/** What app/content holds, and the typography of every text of the product, wherever it stands. */
import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

const SOURCES = globSync("{app,workers,ops}/**/*.{ts,tsx}").filter(
  (file) => !/\.test\./.test(file),
);
const CONTENT = SOURCES.filter((file) => file.startsWith("app/content/"));
/** What a new product edits (docs/make-it-yours.md) stays together, even if only one module imports it. */
const FACTS = /content\/(marketing\/|(brand|emails|navigation|plans|studio)\.ts$)/;

/** Quoted in the product's specification with a straight apostrophe. */
const EXACT = "This doesn't match your password";

const read = (file: string) => readFileSync(file, "utf8");

test("app/content decides nothing and has no server module", () => {
  expect(CONTENT.filter((file) => file.includes(".server"))).toEqual([]);
  expect(CONTENT.filter((file) => /\bswitch \(/.test(read(file)))).toEqual([]);
});

test("what only one module imports stands in that module, except the facts of a product", () => {
  const single = CONTENT.filter((file) => !FACTS.test(file)).flatMap((file) => {
    const specifier = new RegExp(`"(~/|\\.+/.*)${file.slice("app/".length, -".ts".length)}"`);
    const importers = SOURCES.map(read).filter((source) => specifier.test(source));
    return [...read(file).matchAll(/^export (?:const|function|type|interface) (\w+)/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => importers.filter((source) => source.includes(name)).length < 2);
  });
  expect(single).toEqual([]);
});

/** Texts with a straight apostrophe; those of errors for operators and of SQL are not shown to users. */
function findStraight(file: string): string[] {
  const found: string[] = [];
  let unseen = 0;
  const enter = () => void unseen++;
  const leave = () => void unseen--;
  const check = ({ value }: { value: unknown }) => {
    const isStraight = /\p{L}'\p{L}|^'s\b/u.test(`${value}`.replace(EXACT, ""));
    if (unseen === 0 && isStraight) found.push(`${file}: ${value}`);
  };
  new Visitor({
    NewExpression: enter,
    "NewExpression:exit": leave,
    TaggedTemplateExpression: enter,
    "TaggedTemplateExpression:exit": leave,
    Literal: check,
    JSXText: check,
    TemplateElement: ({ value }) => check({ value: value.cooked }),
  }).visit(parseSync(file, read(file)).program);
  return found;
}

test("texts have typographic apostrophes", () => {
  const files = SOURCES.filter((file) => !file.startsWith("ops/"));
  expect(files).toContain("app/root.tsx");
  expect(files.flatMap(findStraight)).toEqual([]);
});
