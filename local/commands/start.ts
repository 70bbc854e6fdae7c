/** `npm start`: the production build in workerd, and the local cloud behind it. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runSite } from "./run-site.ts";
import { workerdEnv } from "./workerd-env.ts";

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
    const lines = Object.entries(vars).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
    mkdirSync(localDir, { recursive: true });
    writeFileSync(envFile, lines.join(""), { mode: 0o600 });
    const args = [
      "dev",
      ["--config", builtConfig],
      ["--env-file", envFile],
      ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
      ["--persist-to", path.join(localDir, "worker")],
      ["--show-interactive-dev-session=false", "--log-level", "warn"],
    ].flat();
    return processes.spawn("node_modules/.bin/wrangler", args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: workerdEnv(DATABASE_URL),
    });
  },
});
