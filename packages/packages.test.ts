import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";

const Versions = v.optional(v.record(v.string(), v.string()), {});
const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  dependencies: Versions,
  devDependencies: Versions,
});

const IMPORT = /(?:^import|^export|^\} from|\bimport\()\s*(?:[^"';]*?from\s+)?"([^"]+)"/gm;

/** Files used only by the package's tests. */
const isForTests = (file: string) => /\.test\.ts$|^testing|\/testing|^vitest\.config/.test(file);

/** The module specifiers that a file imports. */
function getImports(file: string): string[] {
  return Array.from(readFileSync(file, "utf8").matchAll(IMPORT), ([, name = ""]) => name);
}

/** The package name of a specifier. */
function getPackageName(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

const readManifest = (folder: string) =>
  v.parse(Manifest, JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));

describe.each(["local-kit", "local-stripe", "local-supabase"])("the package %s", (name) => {
  const folder = path.join(import.meta.dirname, name);
  const manifest = readManifest(folder);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/(^|\/)(dist|node_modules)\//.test(file),
  );

  test("imports only its own files and declared dependencies", () => {
    const foreign = files.flatMap((file) =>
      getImports(path.join(folder, file))
        .filter((specifier) => !isAllowed(specifier, file))
        .map((specifier) => `${file}: ${specifier}`),
    );
    expect(foreign).toEqual([]);
  });

  function isAllowed(specifier: string, file: string): boolean {
    if (isBuiltin(specifier)) return true;
    if (specifier.startsWith(".")) {
      return path.resolve(folder, path.dirname(file), specifier).startsWith(folder + path.sep);
    }
    const { dependencies, devDependencies } = manifest;
    const known = isForTests(file) ? { ...dependencies, ...devDependencies } : dependencies;
    return getPackageName(specifier) in known;
  }

  test("declares no unused dependency", () => {
    const imported = new Set(
      files.flatMap((file) => getImports(path.join(folder, file))).map(getPackageName),
    );
    expect(Object.keys(manifest.dependencies).filter((each) => !imported.has(each))).toEqual([]);
  });

  test("pins exact versions, consistent with the project", () => {
    const root = v.parse(Manifest, {
      license: "",
      ...JSON.parse(readFileSync("package.json", "utf8")),
    });
    const project = { ...root.dependencies, ...root.devDependencies };
    for (const [dependency, version] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      expect(version, dependency).toBe(project[dependency] ?? version);
      expect(version, dependency).toMatch(/^\d+\.\d+\.\d+/);
    }
  });

  test("has the project's license", () => {
    expect(manifest.license).toBe("MIT");
  });
});
