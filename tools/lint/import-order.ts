/**
 * Allowed import directions, type imports included. Part of `npm run lint`. A new folder of app/ may import
 * every domain in `DOMAINS`; add it there, after the domains that it imports, once another domain needs it.
 * Within a domain, no two folders import each other.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

/** Domains of app/: each may import only earlier ones. */
const DOMAINS = [
  "navigation",
  "turnstile",
  "auth",
  "two-step",
  "devices",
  "billing",
  "items",
  "account",
  "email",
];
/** Domains that import only navigation and turnstile, and that no other domain imports. */
const STANDALONE = ["contact", "marketing"];
const LEAVES = ["forms", "ui", "content", "http"];

const EVERY_DOMAIN = globSync("app/*/")
  .map((folder) => path.basename(folder))
  .filter((name) => ![...LEAVES, "platform", "routes"].includes(name));
const OUTSIDE_PRODUCT = ["local", "packages", "tests", "ops", "tools"];
const PRODUCT = ["app", "workers", "drizzle", "local", "tests", "ops", "tools"];
const SOURCES = "{app,workers,ops,tools,drizzle,packages}/**/*.{ts,tsx}";

/** An import, as paths from the root; `imported` has no extension, or is a package. */
interface Import {
  readonly file: string;
  readonly imported: string;
}

/** Folders that a source file must not import, as paths from the root, e.g. "app/billing". */
function forbiddenFor(file: string): readonly string[] {
  const [top = "", folder = ""] = file.split("/");
  if (top === "ops") return ["local"];
  if (top === "tools" || top === "drizzle") return ["local", "packages", "ops"];
  if (top === "packages") return PRODUCT;
  if (top === "workers") return OUTSIDE_PRODUCT;
  const inApp = forbiddenInApp(folder).map((name) => `app/${name}`);
  return [...OUTSIDE_PRODUCT, ...inApp, ...(LEAVES.includes(folder) ? ["drizzle"] : [])];
}

function forbiddenInApp(folder: string): readonly string[] {
  if (folder === "routes" || folder.includes(".")) return [];
  const allowed = [folder, ...findAllowedDomains(folder)];
  return [
    ...EVERY_DOMAIN.filter((name) => !allowed.includes(name)),
    ...["routes", "routes.ts", "root.tsx"],
    ...(LEAVES.includes(folder) ? ["platform"] : []),
    ...(folder === "content" ? ["ui", "forms"] : []),
  ];
}

function findAllowedDomains(folder: string): readonly string[] {
  if (LEAVES.includes(folder) || folder === "platform") return [];
  if (STANDALONE.includes(folder)) return ["navigation", "turnstile"];
  const isListed = DOMAINS.includes(folder);
  return isListed ? DOMAINS.slice(0, DOMAINS.indexOf(folder)) : DOMAINS;
}

/** Resolves an import specifier to a path from the root, or to a package name. */
function resolveImport(specifier: string, file: string): string {
  if (specifier.startsWith("~/")) return `app/${specifier.slice(2)}`;
  if (specifier.startsWith("#drizzle/")) return specifier.slice(1);
  if (specifier.startsWith("local-")) return `packages/${specifier}`;
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

/** Forbidden imports in `text`, the source of `file` (a path from the root). */
export function findViolations(file: string, text: string): Import[] {
  const forbidden = forbiddenFor(file);
  return findImports(file, text).filter(({ imported }) =>
    forbidden.some((folder) => isWithin(imported, folder)),
  );
}

/** Imports and re-exports of `text`, the source of `file`. */
function findImports(file: string, text: string): Import[] {
  return findSpecifiers(text).map((specifier) => ({
    file,
    imported: resolveImport(specifier, file),
  }));
}

/** Specifiers of all imports and re-exports. */
function findSpecifiers(text: string): string[] {
  const found: string[] = [];
  const add = ({ source }: { source: ESTree.Expression | null }) => {
    if (source?.type === "Literal" && typeof source.value === "string") found.push(source.value);
  };
  new Visitor({
    ImportDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
    ExportAllDeclaration: add,
    ExportNamedDeclaration: add,
  }).visit(parseSync("source.tsx", text).program);
  return found;
}

function isWithin(imported: string, folder: string): boolean {
  const withoutExtension = folder.replace(/\.tsx?$/, "");
  return [folder, withoutExtension].some(
    (each) => imported === each || imported.startsWith(`${each}/`),
  );
}

/** Imports between folders of a domain that lead back to where they began: those folders have no order. */
export function findCircles(imports: readonly Import[]): Import[] {
  const folderOf = (file: string) => path.posix.dirname(file);
  const between = imports.filter(isWithinDomain);
  /** The folders that `folder` imports, at once or by way of others. */
  const findReached = (folder: string, reached = new Set<string>()): ReadonlySet<string> => {
    for (const { file, imported } of between) {
      const next = folderOf(imported);
      if (folderOf(file) === folder && !reached.has(next)) findReached(next, reached.add(next));
    }
    return reached;
  };
  return between.filter(({ file, imported }) =>
    findReached(folderOf(imported)).has(folderOf(file)),
  );
}

/** True for an import of another folder in the same folder of app/. */
function isWithinDomain({ file, imported }: Import): boolean {
  const domain = file.split("/").slice(0, 2).join("/");
  const isOther = path.posix.dirname(file) !== path.posix.dirname(imported);
  return domain.startsWith("app/") && isOther && imported.startsWith(`${domain}/`);
}

// The whole repository; tests may import anything.
if (import.meta.main) {
  const files = globSync(SOURCES, { exclude: ["**/node_modules/**"] })
    .filter((file) => !file.includes(".test."))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const problems = [
    ...files
      .flatMap(({ file, text }) => findViolations(file, text))
      .map(({ file, imported }) => `${file} may not import ${imported}`),
    ...findCircles(files.flatMap(({ file, text }) => findImports(file, text))).map(
      ({ file, imported }) => `${file} imports ${imported}, whose folder leads back to this one`,
    ),
  ];
  for (const problem of problems) process.stderr.write(`${problem} (tools/lint/import-order.ts)\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
