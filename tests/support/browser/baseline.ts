/** Finds the web features in a script or stylesheet that a browser of `BASELINE` lacks, by MDN's data. */
import bcd from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier, SupportStatement } from "@mdn/browser-compat-data/types";
import { AtRule, type Node, parse } from "postcss";
import * as v from "valibot";
import { parseAst } from "vite";
import { BASELINE } from "../../../tools/vite/browsers.ts";

const { css, api, javascript } = bcd;
/** Interfaces of the DOM and of JavaScript, by name. */
const INTERFACES: Readonly<Record<string, Identifier>> = { ...javascript.builtins, ...api };

function isSince(statement: SupportStatement | undefined, oldest: string): boolean {
  return [statement ?? []].flat().some(({ version_added: added, flags }) => {
    return !flags && added !== false && Number(added.replace("≤", "")) <= Number(oldest);
  });
}

/** True if MDN has data about `feature`, and a browser of `BASELINE` lacks it. */
function isMissing(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  if (!support) return false;
  const { chrome, firefox, safari } = BASELINE;
  return !(
    isSince(support.chrome, chrome) &&
    isSince(support.firefox, firefox) &&
    isSince(support.safari, safari)
  );
}

/** Member names, of any interface that is not missing itself: what type an object has is not known. */
const present = new Set<string>();
const missing = new Set<string>();
for (const parent of Object.values(INTERFACES).filter((parent) => !isMissing(parent))) {
  for (const name of Object.keys(parent)) (isMissing(parent[name]) ? missing : present).add(name);
}

const named = v.object({ name: v.string() });
const member = v.object({
  type: v.literal("MemberExpression"),
  computed: v.literal(false),
  object: v.union([named, v.unknown()]),
  property: named,
});
const construction = v.object({ type: v.literal("NewExpression"), callee: named });

/** The globals that a script constructs or reads from, and the members that it reads, which are missing. */
export function findMissingInScript(code: string): ReadonlySet<string> {
  const found = new Set<string>();
  const check = (global: string | undefined, name: string | undefined) => {
    const parent = global === undefined ? undefined : INTERFACES[global];
    if (parent && isMissing(parent)) found.add(`${global}`);
    if (!name) return;
    const own = parent?.[`${name}_static`] ?? parent?.[name];
    if (own ? isMissing(own) : missing.has(name) && !present.has(name)) found.add(name);
  };
  const waiting: unknown[] = [parseAst(code)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (v.is(member, node)) {
      check(v.is(named, node.object) ? node.object.name : undefined, node.property.name);
    } else if (v.is(construction, node)) {
      check(node.callee.name, undefined);
    }
    if (typeof node === "object" && node !== null) waiting.push(...Object.values(node));
  }
  return found;
}

/** Whether it is in an `@supports`, which says what happens without. */
function isConditional({ parent }: Node): boolean {
  if (!parent) return false;
  return (parent instanceof AtRule && parent.name === "supports") || isConditional(parent);
}

/** The missing at-rules, pseudo-classes and elements, properties, keywords and functions of a stylesheet. */
export function findMissingInStylesheet(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const check = (name: string, feature: Identifier | undefined) => {
    if (isMissing(feature)) found.add(name);
  };
  parse(text).walk((node) => {
    if (isConditional(node)) return;
    if (node.type === "atrule") {
      const rule = css["at-rules"]?.[node.name];
      check(`@${node.name}`, rule);
      for (const [name] of node.params.matchAll(/[a-z-]+/g))
        check(`@${node.name} ${name}`, rule?.[name]);
    }
    if (node.type === "rule") {
      for (const [name, key = ""] of node.selector.matchAll(/(?<!\\)::?([a-z][a-z-]+)/g)) {
        check(name, css.selectors?.[key]);
      }
    }
    if (node.type === "decl") {
      const property = css.properties?.[node.prop];
      check(node.prop, property);
      for (const [name] of node.value.replace(/(["']).*?\1|url\(.*?\)/g, "").matchAll(/[a-z-]+/g)) {
        check(`${node.prop}: ${name}`, property?.[name]);
        check(name, css.types?.[name] ?? css.types?.color?.[name]);
      }
    }
  });
  return found;
}
