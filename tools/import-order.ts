/**
 * Allowed import directions, type imports included. Part of `npm run lint`. A new folder of app/ may import
 * every domain in `DOMAINS`; add it there, after the domains that it imports, once another domain needs it.
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
/** Floors of rooms in a domain: a file may import its own room and those of lower floors, written first. */
const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  auth: [["gotrue"], ["session"], ["proof"], ["pages", "manage"]],
  billing: [["plan"], ["stripe"], ["sync"], ["pages"]],
};
const LEAVES = ["forms", "ui", "content", "http"];

const EVERY_DOMAIN = globSync("app/*/")
  .map((folder) => path.basename(folder))
  .filter((name) => ![...LEAVES, "platform", "routes"].includes(name));
const OUTSIDE_PRODUCT = ["local", "packages", "tests", "ops", "tools"];
const PRODUCT = ["app", "workers", "drizzle", "local", "tests", "ops", "tools"];
const SOURCES = "{app,workers,ops,tools,drizzle,packages}/**/*.{ts,tsx}";

interface Violation {
  readonly file: string;
  readonly imported: string;
}

/** Folders that a source file must not import, as paths from the root, e.g. "app/billing". */
function forbiddenFor(file: string): readonly string[] {
  const [top = "", folder = "", room = ""] = file.split("/");
  if (top === "ops") return ["local"];
  if (top === "tools" || top === "drizzle") return ["local", "packages", "ops"];
  if (top === "packages") return PRODUCT;
  if (top === "workers") return OUTSIDE_PRODUCT;
  const inApp = forbiddenInApp(folder).map((name) => `app/${name}`);
  const rooms = findForbiddenRooms(folder, room).map((name) => `app/${folder}/${name}`);
  return [...OUTSIDE_PRODUCT, ...inApp, ...rooms, ...(LEAVES.includes(folder) ? ["drizzle"] : [])];
}

/** All rooms, for a file in none of them. */
function findForbiddenRooms(folder: string, room: string): readonly string[] {
  const floors = ROOMS[folder] ?? [];
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  return floors
    .slice(Math.max(floor, 0))
    .flat()
    .filter((name) => name !== room);
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
export function findViolations(file: string, text: string): Violation[] {
  const forbidden = forbiddenFor(file);
  return findSpecifiers(text)
    .map((specifier) => resolveImport(specifier, file))
    .filter((imported) => forbidden.some((folder) => isWithin(imported, folder)))
    .map((imported) => ({ file, imported }));
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

/** All violations in the repository. Tests may import anything. */
function checkRepository(): Violation[] {
  return globSync(SOURCES, { exclude: ["**/node_modules/**"] })
    .filter((file) => !file.includes(".test."))
    .flatMap((file) => findViolations(file, readFileSync(file, "utf8")));
}

if (import.meta.main) {
  const violations = checkRepository();
  for (const { file, imported } of violations) {
    process.stderr.write(`${file} may not import ${imported} (tools/import-order.ts)\n`);
  }
  process.exitCode = violations.length > 0 ? 1 : 0;
}
