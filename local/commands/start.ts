/** `npm start`: the production build in workerd, and the local cloud behind it. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runSite } from "./run-site.ts";

const builtConfig = "build/server/wrangler.json";
if (!existsSync(builtConfig)) {
  console.error("✗ There is no build yet. Run `npm run build` first");
  process.exit(1);
}

await runSite({
  port: "start",
  spawnSite: ({ port, localDir, variables, processes }) => {
    const { DATABASE_URL = "", ...vars } = variables;
    const envFile = path.join(localDir, "site.env");
    mkdirSync(localDir, { recursive: true });
    writeFileSync(
      envFile,
      Object.entries(vars)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(""),
      { mode: 0o600 },
    );
    const args = ["dev", "--config", builtConfig, "--env-file", envFile, "--ip", "127.0.0.1"];
    args.push(
      "--port",
      String(port),
      "--inspector-port",
      "0",
      "--persist-to",
      path.join(localDir, "worker"),
    );
    args.push("--show-interactive-dev-session=false", "--log-level", "warn");
    return processes.spawn("node_modules/.bin/wrangler", args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE: DATABASE_URL,
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_SEND_METRICS: "false",
      },
    });
  },
});
