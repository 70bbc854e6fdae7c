/** `npm run dev`: the site with live reload, and the local cloud. */
import { spawnDevSite } from "../site/spawn-site.ts";
import { runSite } from "./run-site.ts";

await runSite({ port: "dev", spawnSite: spawnDevSite });
