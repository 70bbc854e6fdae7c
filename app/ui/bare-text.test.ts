/**
 * Browsers' translators replace text nodes by elements. React still refers to the text nodes: it fails to
 * insert a sibling before one or to remove one, which rebuilds the page and loses what was typed. So text
 * that appears and disappears, or has a sibling that does, needs an element around it. Same walks:
 * tests/browser/product/translated.spec.ts.
 */
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

type Kind = "element" | "text" | "conditional element" | "conditional text" | "nothing";

const isElement = (node: ts.Node) =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

function kindOfExpression(node: ts.Expression): Kind {
  if (ts.isParenthesizedExpression(node)) return kindOfExpression(node.expression);
  if (isElement(node)) return "element";
  if (ts.isArrayLiteralExpression(node)) return "conditional element";
  if (node.kind === ts.SyntaxKind.NullKeyword) return "nothing";
  if (ts.isConditionalExpression(node) || ts.isBinaryExpression(node)) {
    const branches = ts.isConditionalExpression(node)
      ? [node.whenTrue, node.whenFalse]
      : [node.right];
    const kinds = branches.map(kindOfExpression);
    return kinds.some((kind) => kind.endsWith("text")) ? "conditional text" : "conditional element";
  }
  const isList = ts.isCallExpression(node) && /\.(flatM|m)ap$/.test(node.expression.getText());
  return isList ? "conditional element" : "text";
}

function kindOf(child: ts.JsxChild): Kind {
  if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? "nothing" : "text";
  if (!ts.isJsxExpression(child)) return "element";
  return child.expression ? kindOfExpression(child.expression) : "nothing";
}

/** The text of each child that a translated page would stumble over. */
function findBareText(source: string): string[] {
  const file = ts.createSourceFile("a.tsx", source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children
        .map((child) => ({ kind: kindOf(child), text: child.getText().trim() }))
        .filter(({ kind }) => kind !== "nothing");
      const bare = children.filter(
        ({ kind }, index) =>
          children.length > 1 &&
          (kind === "conditional text" ||
            (kind === "text" && children[index - 1]?.kind === "conditional element")),
      );
      found.push(...bare.map(({ text }) => text));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test.each([
  ["<b>{isBusy ? <Spinner /> : null}{children}</b>", "{children}"],
  ["<b>{isBusy && <Spinner />} Load more</b>", "Load more"],
  ["<b>{rows.map((row) => <Row {...row} />)}{label}</b>", "{label}"],
  ['<b>{isBusy ? "Wait. " : null}<i /></b>', '{isBusy ? "Wait. " : null}'],
  ["<b>{hint && hint.text}<i /></b>", "{hint && hint.text}"],
])("%s has bare text", (source, text) => {
  expect(findBareText(source)).toEqual([text]);
});

test.each([
  "<b>{isBusy ? <Spinner /> : null}<span>{children}</span></b>",
  "<b>Name {isBusy ? <Spinner /> : null}</b>",
  '<b>{isBusy ? "Wait" : "Go"}</b>',
])("%s has none", (source) => {
  expect(findBareText(source)).toEqual([]);
});

test("no component has bare text that a translator would break", () => {
  const files = globSync("app/**/*.tsx");
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    findBareText(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
