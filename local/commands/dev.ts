/**
 * `npm run dev`: the site with live reload, and the local cloud. PORT_OFFSET shifts its ports, LOCAL_DIR
 * moves its data; it listens on this machine only. Crons run while the database is one that it has started;
 * `--crons`: in any case.
 */
import { spawnDevSite } from "../site/spawn-site.ts";
import { runSite } from "./run-site.ts";

await runSite({ port: "dev", spawnSite: spawnDevSite });
