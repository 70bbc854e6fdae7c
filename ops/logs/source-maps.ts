/** Frames of a deployed build, led back to the source by the maps that the same build left on this machine. */
import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";

/** A place in a bundled file, as it ends a frame. */
const LOCATION = /([\w.-]+\.js):(\d+):(\d+)/g;

export type MapStack = (text: string) => string;

/**
 * Replaces places in bundled files by places in the source. A file's name carries a hash of its content, so a
 * map of the same name belongs to it; a place without a map stays as it is. `folder` is build.
 */
export function createSourceMapper(folder: string): MapStack {
  const maps = new Map<string, SourceMap | undefined>();
  const files = listFiles(folder);
  const mapOf = (name: string) => {
    if (!maps.has(name))
      maps.set(name, readMap(files.find((file) => file.endsWith(`/${name}.map`))));
    return maps.get(name);
  };
  return (text) =>
    text.replace(LOCATION, (place, name: string, line: string, column: string) => {
      const entry = mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1);
      // Code that the bundler made is in the map, and has no source; Node's types do not say so.
      if (!entry || !("originalSource" in entry) || !entry.originalSource) return place;
      const source = entry.originalSource.replace(/^(\.\.\/)+/, "");
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
}

function listFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.map((name) => `${path.join(folder, name)}`);
  } catch {
    return [];
  }
}

function readMap(file: string | undefined): SourceMap | undefined {
  return file === undefined ? undefined : new SourceMap(JSON.parse(readFileSync(file, "utf8")));
}
