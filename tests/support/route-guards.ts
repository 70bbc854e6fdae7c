/** The table of docs/security.md: which guard each route has. */
import { readFileSync } from "node:fs";

/** A row of the table: routes in backticks, what they can do, their guard. */
const ROW = /^\| (?<routes>`\/.*`) \| [^|]+ \| (?<guard>[^|]+) \|$/gm;

/** The documented guard of every route pattern. Throws for a pattern that is there twice. */
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
