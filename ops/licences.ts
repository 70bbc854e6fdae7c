/** `npm run licences`: writes docs/licences.md anew. Fails when a licence needs a person's look. */
import { readFileSync, writeFileSync } from "node:fs";
import { runCommand } from "../tools/run-command.ts";
import { listLicences } from "./licences/list-licences.ts";

await runCommand(async () => {
  const { document, questionable } = listLicences(readFileSync("package-lock.json", "utf8"));
  writeFileSync("docs/licences.md", document);
  if (questionable.length > 0) {
    throw new Error(`Look at the licences of: ${questionable.join(", ")}`);
  }
});
