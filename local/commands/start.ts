/** `npm start`, after the build: the production build in workerd, and the local cloud. */
import { spawnBuiltSite } from "../site/spawn-site.ts";
import { runSite } from "./run-site.ts";

await runSite({ port: "start", spawnSite: spawnBuiltSite });
