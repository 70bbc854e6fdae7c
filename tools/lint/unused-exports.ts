/** Exports that no other file imports. Part of `npm run lint`; `--fix` keeps them to their file. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";

const SOURCES = [
  "{app,workers,drizzle,local,ops,packages,tests,tools}/**/*.{ts,tsx}",
  "*.config.ts",
];
/** Modules whose exports a framework or a program reads. */
const ENTRIES =
  /(^|\/bare-app\/)app\/(routes\/|\w+\.tsx$|entry\.|routes\.ts)|\.config\.ts$|^workers\/app\.ts$/;
/** Stands for every name: of a namespace import, or a re-export of all. */
const ANY = "*";

/** The names imported from each file, by its path from the root. */
type Uses = Map<string, Set<string>>;

/** The file that an import specifier names, as a path from the root; undefined for a package. */
function resolveFile(specifier: string, from: string): string | undefined {
  const target = specifier
    .replace(/\?.*$/, "")
    .replace(/^~\//, "app/")
    .replace(/^#drizzle\//, "drizzle/")
    .replace(/^(?=local-(?:kit|stripe|supabase)\b)/, "packages/")
    .replace(/^packages\/local-stripe\/contract$/, "packages/local-stripe/openapi/contract")
    .replace(/^packages\/local-supabase\/totp$/, "packages/local-supabase/auth/mfa/totp");
  const base = target.startsWith(".") ? path.join(path.dirname(from), target) : target;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  return candidates.find((file) => /\.tsx?$/.test(file) && existsSync(file));
}

/** Adds what `file` imports to `uses`, and returns the names that it exports. */
function readExports(file: string, uses: Uses): string[] {
  const text = readFileSync(file, "utf8");
  const { program, module } = parseSync(file, text);
  const exported: string[] = [];
  const use = (specifier: string, names: readonly string[]) => {
    const source = resolveFile(specifier, file);
    if (source) uses.set(source, new Set([...(uses.get(source) ?? []), ...names]));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName } of entries)
      use(moduleRequest.value, [
        importName.kind === "Default" ? "default" : (importName.name ?? ANY),
      ]);
  }
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  for (const { moduleRequest, importName, exportName } of exports) {
    if (moduleRequest) use(moduleRequest.value, [importName.name ?? ANY]);
    if (exportName.name) exported.push(exportName.name);
  }
  new Visitor({
    // The names that `import()` uses are in the code around it.
    ImportExpression({ source }) {
      if (source.type === "Literal") use(String(source.value), text.match(/\w+/g) ?? []);
    },
    // `typeof import("…")` passes the whole module on.
    TSImportType: ({ source }) => use(source.value, [ANY]),
  }).visit(program);
  return exported;
}

interface UnusedExport {
  readonly file: string;
  readonly name: string;
}

function findUnusedExports(): UnusedExport[] {
  const files = globSync(SOURCES, { exclude: ["**/node_modules/**", "**/build/**"] });
  const uses: Uses = new Map();
  const modules = files.map((file) => ({ file, exported: readExports(file, uses) }));
  return modules
    .filter(({ file }) => !ENTRIES.test(file) && !uses.get(file)?.has(ANY))
    .flatMap(({ file, exported }) =>
      exported.filter((name) => !uses.get(file)?.has(name)).map((name) => ({ file, name })),
    );
}

function unexport({ file, name }: UnusedExport): void {
  const keyword = new RegExp(`^export (?=(?:[a-z]+ )+${name}\\b)`, "m");
  writeFileSync(file, readFileSync(file, "utf8").replace(keyword, ""));
}

if (process.argv.includes("--fix")) findUnusedExports().forEach(unexport);
const unused = findUnusedExports();
for (const { file, name } of unused)
  process.stderr.write(`${file}: ${name} is exported, and no file imports it\n`);
process.exitCode = unused.length > 0 ? 1 : 0;
