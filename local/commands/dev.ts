/** `npm run dev`: the site with live reload, and the local cloud behind it. */
import { runSite } from "./run-site.ts";
import { workerdEnv } from "./workerd-env.ts";

await runSite({
  port: "dev",
  spawnSite: ({ port, variables, processes }) => {
    const { DATABASE_URL = "", ...vars } = variables;
    const args = ["dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
    return processes.spawn("node_modules/.bin/react-router", args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...workerdEnv(DATABASE_URL), SITE_VARIABLES: JSON.stringify(vars) },
    });
  },
});
