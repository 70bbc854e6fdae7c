/**
 * Builds a workspace package for publishing: JavaScript and declarations, because Node does not strip types under
 * node_modules. `npm run build` in the package's folder writes to `dist`; `npm pack ./dist` packs it.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as v from "valibot";

const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const LICENSE = path.join(import.meta.dirname, "..", "LICENSE");

const Manifest = v.looseObject({
  /** Published in addition to the compiled files. */
  files: v.array(v.string()),
});

/** Builds the package in `folder` into `target`, which is cleared first. Throws on a syntax error. */
export function buildPackage(folder: string, target: string): void {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  const {
    files,
    private: _,
    scripts,
    devDependencies,
    ...manifest
  } = v.parse(Manifest, JSON.parse(text));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const project = path.join(folder, "tsconfig.build.json");
  // `npm run typecheck` checks the types.
  const args = [TSC, "-p", project, "--noCheck", "--outDir", target];
  execFileSync(process.execPath, args, { stdio: "inherit" });
  for (const file of files) {
    cpSync(path.join(folder, file), path.join(target, file), { recursive: true });
  }
  cpSync(LICENSE, path.join(target, "LICENSE"));
  const published = JSON.stringify(manifest, null, 2).replaceAll(/\.ts"/g, '.js"');
  writeFileSync(path.join(target, "package.json"), `${published}\n`);
}

if (import.meta.main) buildPackage(process.cwd(), path.resolve("dist"));
