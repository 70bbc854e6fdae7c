/**
 * A deploy in a process of its own, which a test can kill. Takes the `Operator` as JSON; the commit has to be built.
 */
import * as v from "valibot";
import { createRunner } from "../../../ops/cloud/command.ts";
import { runCommand } from "../../../tools/run-command.ts";
import { DONE, dependsOnCommitAlone, deployAs } from "./operator.ts";

const operatorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    folder: v.string(),
    cloudflare: v.record(v.string(), v.string()),
    databaseUrl: v.string(),
    siteUrl: v.string(),
  }),
);

await runCommand(async () => {
  const operator = v.parse(operatorSchema, process.argv[2]);
  const real = createRunner({ folder: operator.folder, env: operator.cloudflare, quiet: true });
  await deployAs(operator, {
    run: async (command) => (dependsOnCommitAlone(command) ? DONE : await real(command)),
    print: (line) => console.log(line),
  });
});
