/** Maps stack frames of a deployed build to the source, with the source maps of a local build. */
import { globSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** A location in a bundled file, at the end of a stack frame. */
const LOCATION = /([\w.-]+\.js):(\d+):(\d+)/g;

/**
 * Returns a function that replaces bundle locations in a text with source locations. File names contain a content hash,
 * so a source map of the same name matches. Locations without a map stay unchanged.
 */
export function createSourceMapper(folder: string): (text: string) => string {
  const files = globSync(`${folder}/**/*.js.map`);
  const maps = new Map<string, SourceMap | undefined>();
  const findMap = (name: string) => {
    if (!maps.has(name)) {
      const file = files.find((each) => each.endsWith(`/${name}.map`));
      maps.set(name, file ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined);
    }
    return maps.get(name);
  };
  return (text) =>
    text.replace(LOCATION, (location, name: string, line: string, column: string) => {
      const entry = findMap(name)?.findEntry(Number(line) - 1, Number(column) - 1);
      // Generated code has an entry without a source, despite Node's types.
      if (!entry || !("originalSource" in entry) || !entry.originalSource) return location;
      const source = entry.originalSource.replace(/^(\.\.\/)+/, "");
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
}
