import { readFileSync } from "node:fs";
import path from "node:path";
import type { Notices } from "./list-licences.ts";

/** The notices that `npm run build` wrote into its folder. Throws when there is no build. */
export function readNotices(buildFolder: string): Notices {
  const read = (part: string) =>
    readFileSync(path.join(buildFolder, part, "third-party-licences.md"), "utf8");
  return { browser: read("client"), worker: read("server") };
}
