/** The built product on the real Supabase Auth, until Ctrl-C. */
import { runSite } from "../../local/commands/run-site.ts";
import { spawnBuiltSite } from "../../local/site/built-site.ts";
import { realBackend } from "./backend.ts";

await runSite({ port: "start", spawnSite: spawnBuiltSite, startBackend: realBackend() });
