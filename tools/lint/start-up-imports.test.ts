/**
 * The server build imports every route module at start-up, and with it all that these import without `await
 * import`.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const ENTRIES = ["workers/app.ts", "app/*.tsx", "app/routes/**/*.{ts,tsx}"];
/** The clients of database, Stripe and Supabase, and the schema's tables. */
const ON_DEMAND = /^(pg|stripe|@supabase\/supabase-js|drizzle-orm\/(node-postgres|pg-core))$/;

/** The product's file that an import names, as a path from the root. */
function resolveFile(specifier: string, from: string): string | undefined {
  const target = specifier.replace(/^~\//, "app/").replace(/^#drizzle\//, "drizzle/");
  const base = target.startsWith(".") ? path.join(path.dirname(from), target) : target;
  return [base, `${base}.ts`, `${base}.tsx`].find(
    (file) => /\.tsx?$/.test(file) && existsSync(file),
  );
}

/** Specifiers of imports and re-exports that remain without types. */
function findStaticImports(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, "utf8")).module;
  const imports = staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  );
  const reexports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest : [])),
  );
  return [...imports.map(({ moduleRequest }) => moduleRequest), ...reexports].map(
    ({ value }) => value,
  );
}

/** The way from an entry to each package that is for later, such as "app/routes/a.tsx > app/b.ts > pg". */
function findWays(file: string, way: readonly string[], seen: Set<string>): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return findStaticImports(file).flatMap((specifier) => {
    const imported = resolveFile(specifier, file);
    if (imported) return findWays(imported, [...way, imported], seen);
    return ON_DEMAND.test(specifier) ? [...way, specifier].join(" > ") : [];
  });
}

test("no page brings the clients of database, Stripe or Supabase into start-up", () => {
  const entries = globSync(ENTRIES).filter(
    (file) => !/\.test\.|\.server\.ts$|client\.tsx$/.test(file),
  );
  expect(entries).toContain("app/routes/account/settings/general.tsx");
  const seen = new Set<string>();
  expect(entries.flatMap((file) => findWays(file, [file], seen))).toEqual([]);
});
