/** Maps stack frames of minified code to its source, with the maps of a local build. */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";

/** E.g. `assets/account-Crq2YcAF.js:1:234`: hashed, so that the map of another build cannot match. */
const FRAME = /(?:[\w:.-]*\/)*([\w.-]+-[\w-]{8}\.js):(\d+):(\d+)/g;
const BUILT = ["build/server/assets", "build/client/assets"];

/** A function that maps the frames in a text; those of other builds stay. */
export function createStackMapper(folder: string): (text: string) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const find = (name: string) => {
    if (!maps.has(name)) {
      const file = BUILT.map((each) => path.join(folder, each, `${name}.map`)).find(existsSync);
      maps.set(name, file ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined);
    }
    return maps.get(name);
  };
  return (text) =>
    text.replace(FRAME, (frame, name: string, line: string, column: string) => {
      const origin = find(name)?.findOrigin(Number(line), Number(column));
      if (!origin || !("fileName" in origin)) return frame;
      const source = origin.fileName.replace(/^(\.\.\/)+/, "");
      return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
    });
}
