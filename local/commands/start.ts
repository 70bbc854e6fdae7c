/**
 * `npm start`, after the build: the production build in workerd, and the local cloud. PORT_OFFSET shifts its
 * ports, LOCAL_DIR moves its data; it listens on this machine only. Crons run while the database is one that
 * it has started; `--crons`: in any case.
 */
import { spawnBuiltSite } from "../site/spawn-site.ts";
import { runSite } from "./run-site.ts";

await runSite({ port: "start", spawnSite: spawnBuiltSite });
