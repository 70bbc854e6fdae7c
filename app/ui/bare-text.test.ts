/**
 * Browsers' translators replace text nodes by elements. React still refers to the text nodes: it fails to
 * insert a sibling before one or to remove one, which rebuilds the page and loses what was typed. So text
 * that appears and disappears, or has a sibling that does, needs an element around it. Same walks:
 * tests/browser/product/translated.spec.ts.
 */
import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

type Kind = "element" | "text" | "conditional element" | "conditional text" | "nothing";

function kindOfExpression(node: ESTree.Expression): Kind {
  switch (node.type) {
    case "ParenthesizedExpression":
      return kindOfExpression(node.expression);
    case "JSXElement":
    case "JSXFragment":
      return "element";
    case "ArrayExpression":
      return "conditional element";
    case "Literal":
      return node.value === null ? "nothing" : "text";
    case "ConditionalExpression":
      return kindOfBranches([node.consequent, node.alternate]);
    case "LogicalExpression":
      return kindOfBranches([node.right]);
    case "CallExpression": {
      const { callee } = node;
      const isList =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        /^(flatM|m)ap$/.test(callee.property.name);
      return isList ? "conditional element" : "text";
    }
    default:
      return "text";
  }
}

function kindOfBranches(branches: ESTree.Expression[]): Kind {
  const isText = branches.map(kindOfExpression).some((kind) => kind.endsWith("text"));
  return isText ? "conditional text" : "conditional element";
}

function kindOf(child: ESTree.JSXChild): Kind {
  if (child.type === "JSXText") return /^\s*\n\s*$/.test(child.value) ? "nothing" : "text";
  if (child.type !== "JSXExpressionContainer") return "element";
  const { expression } = child;
  return expression.type === "JSXEmptyExpression" ? "nothing" : kindOfExpression(expression);
}

/** The text of each child that a translated page would stumble over. */
function findBareText(source: string): string[] {
  const found: string[] = [];
  const check = (node: ESTree.JSXElement | ESTree.JSXFragment): void => {
    const children = node.children
      .map((child) => ({ kind: kindOf(child), text: source.slice(child.start, child.end).trim() }))
      .filter(({ kind }) => kind !== "nothing");
    const bare = children.filter(
      ({ kind }, index) =>
        children.length > 1 &&
        (kind === "conditional text" ||
          (kind === "text" && children[index - 1]?.kind === "conditional element")),
    );
    found.push(...bare.map(({ text }) => text));
  };
  const { program } = parseSync("a.tsx", source);
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(program);
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
  expect(files).toContain("app/root.tsx");
  const found = files.flatMap((file) =>
    findBareText(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
