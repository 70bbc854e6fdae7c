/**
 * Download sizes of the production build: gzip level 9, in KB of 1,000 bytes, of what the browser requests.
 * The local server itself does not compress.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../../support/browser/fixtures.ts";
import {
  download,
  expectHydratedWithinBudget,
  gzippedKb,
} from "../../support/browser/page-weight.ts";
import { BUDGETS } from "../../support/budgets.ts";

const MORE = "more: tests/support/budgets.ts";
const SIGN_IN_PAGES = ["/auth/signin", "/auth/signup", "/auth/forgotpass"];

/** Compressed together, as wrangler measures an upload. */
const kibOf = (texts: Iterable<string>) => gzippedKb([...texts].join("")) / 1.024;

test(`a sign-in page ships at most ${BUDGETS.hydratedScriptKb} KB of JavaScript`, async ({
  context,
}) => {
  for (const url of SIGN_IN_PAGES) {
    expectHydratedWithinBudget(await download(await context.newPage(), url));
  }
});

const FOLDER = path.join(import.meta.dirname, "../../../build/server");
/** The entry module: its static imports are evaluated at startup. */
const ENTRY_MODULE = "index.js";

/** Source text of the uploaded modules by path. */
function readServerModules(): ReadonlyMap<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith(".js"));
  return new Map(modules.map((file) => [file, readFileSync(path.join(FOLDER, file), "utf8")]));
}

/** The only module whose path has this prefix. */
function findModule(modules: ReadonlyMap<string, string>, prefix: string): string {
  const found = [...modules.keys()].filter((file) => file.startsWith(prefix));
  const [module] = found;
  if (!module || found.length > 1) throw new Error(`${found.length} modules "${prefix}…"`);
  return module;
}

/** A module and its transitive static imports. */
function findStaticImports(modules: ReadonlyMap<string, string>, entry: string): Set<string> {
  const closure = new Set<string>();
  const waiting = [entry];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (closure.has(module)) continue;
    closure.add(module);
    waiting.push(...readStaticImports(modules, module));
  }
  return closure;
}

function readStaticImports(modules: ReadonlyMap<string, string>, module: string): string[] {
  const text = modules.get(module);
  if (text === undefined) throw new Error(`The build has no module ${module}`);
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g);
  return Array.from(imports, ([, file = ""]) => path.join(path.dirname(module), file));
}

test(`the Worker's upload is at most ${BUDGETS.workerKib} KiB in ${BUDGETS.modules} modules`, () => {
  const modules = readServerModules();
  expect(modules.size, MORE).toBeLessThanOrEqual(BUDGETS.modules);
  const kib = kibOf(modules.values());
  test.info().annotations.push({ type: "measured", description: `${kib.toFixed(0)} KiB` });
  expect(kib).toBeGreaterThan(100);
  expect(kib, MORE).toBeLessThanOrEqual(BUDGETS.workerKib);
});

/** Strings unique to these packages; each must be in the build, or the test proves nothing. */
const HEAVY = {
  stripe: "createSubtleCryptoProvider",
  "supabase's auth client": "GoTrueClient",
  "the database driver": "SCRAM-SHA-256",
} as const;

for (const [what, entry, budget] of [
  ["start-up evaluates", ENTRY_MODULE, BUDGETS.startUpKib],
  ["a public page evaluates", "assets/server-build-", BUDGETS.publicPageKib],
] as const) {
  test(`${what} at most ${budget} KiB, and no client of a service`, () => {
    const modules = readServerModules();
    const closure = findStaticImports(modules, findModule(modules, entry));
    const texts = [...closure].map((module) => modules.get(module) ?? "");
    const kib = kibOf(texts);
    test.info().annotations.push({ type: "measured", description: `${kib.toFixed(0)} KiB` });
    for (const [name, mark] of Object.entries(HEAVY)) {
      expect([...modules.values()].some((text) => text.includes(mark))).toBe(true);
      expect(
        texts.some((text) => text.includes(mark)),
        `${name} in it`,
      ).toBe(false);
    }
    expect(kib, MORE).toBeLessThanOrEqual(budget);
  });
}
