/** Runs a release as a separate process that tests can interrupt. Takes `Target` options and the commit as JSON. */
import * as v from "valibot";
import { release } from "../../../ops/deploy.ts";
import { readTarget } from "../../../ops/lib/target.ts";
import { abortOnSignals, runCommand } from "../../../tools/cli.ts";

const argumentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    folder: v.string(),
    env: v.record(v.string(), v.string()),
    siteUrl: v.string(),
    commit: v.string(),
  }),
);

await runCommand(async () => {
  const { commit, ...change } = v.parse(argumentSchema, process.argv[2]);
  const target = readTarget("staging", { ...change, signal: abortOnSignals(), smokePauseMs: 1 });
  await release(target, commit);
});
