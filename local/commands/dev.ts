/** `npm run dev`: the site with live reload, and the local cloud behind it. */
import { runSite } from "./run-site.ts";

await runSite({
  port: "dev",
  spawnSite: ({ port, variables, processes }) => {
    const { DATABASE_URL = "", ...vars } = variables;
    const args = ["dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
    return processes.spawn("node_modules/.bin/react-router", args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        SITE_VARIABLES: JSON.stringify(vars),
        CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE: DATABASE_URL,
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_SEND_METRICS: "false",
      },
    });
  },
});
