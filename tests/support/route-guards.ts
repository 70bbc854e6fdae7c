/** Reads the table of route guards in docs/security.md. */
import { readFileSync } from "node:fs";

/** A table row: routes in backticks, their effect, their guard. */
const ROW = /^\| (?<routes>`\/.*`) \| [^|]+ \| (?<guard>[^|]+) \|$/gm;

/** The documented guard of each route pattern. Throws for a duplicate. */
export function readRouteGuards(): Map<string, string> {
  const text = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");
  const guards = new Map<string, string>();
  for (const { groups } of text.matchAll(ROW)) {
    for (const [, pattern = ""] of groups?.routes?.matchAll(/`([^`]+)`/g) ?? []) {
      if (guards.has(pattern)) throw new Error(`docs/security.md names ${pattern} twice`);
      guards.set(pattern, groups?.guard ?? "");
    }
  }
  return guards;
}
