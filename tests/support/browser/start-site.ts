/**
 * Starts the built site and its local cloud for browser tests: as `npm start` does, without a person's
 * `.dev.vars`.
 */
import { runSite } from "../../../local/commands/run-site.ts";
import { spawnBuiltSite } from "../../../local/site/spawn-site.ts";

await runSite({ port: "start", spawnSite: spawnBuiltSite, variablesFile: "/dev/null" });
