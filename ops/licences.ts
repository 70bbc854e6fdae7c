/** `npm run licences`: writes docs/licences.md from the build. Fails when a licence needs a person's look. */
import { writeFileSync } from "node:fs";
import { runCommand } from "../tools/run-command.ts";
import { listLicences } from "./licences/list-licences.ts";
import { readNotices } from "./licences/read-notices.ts";

await runCommand(async () => {
  const { document, questionable } = listLicences(readNotices("build"));
  writeFileSync("docs/licences.md", document);
  if (questionable.length > 0) {
    throw new Error(`Look at the licences of: ${questionable.join(", ")}`);
  }
});
