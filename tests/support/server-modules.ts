/** The Worker's modules as the build wrote them, and which of them come along with which. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../../build/server");
/** The Worker's entry: everything it imports is evaluated at start-up. */
export const ENTRY_MODULE = "index.js";

/** The modules of the upload by their path, each with its text. */
export function readServerModules(): ReadonlyMap<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith(".js"));
  return new Map(modules.map((file) => [file, readFileSync(path.join(FOLDER, file), "utf8")]));
}

/** The one module whose path has this beginning. */
export function findModule(modules: ReadonlyMap<string, string>, beginning: string): string {
  const found = [...modules.keys()].filter((file) => file.startsWith(beginning));
  const [module] = found;
  if (!module || found.length > 1) throw new Error(`${found.length} modules "${beginning}…"`);
  return module;
}

/** A module and all that it imports statically, directly or not: what is evaluated before it runs. */
export function findStaticImports(
  modules: ReadonlyMap<string, string>,
  entry: string,
): Set<string> {
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
