import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SiteLaunch } from "./launch.ts";
import { workerdEnv } from "./workerd-env.ts";

const BUILT_CONFIG = "build/server/wrangler.json";

/** Serves the production build in workerd. Throws a one-line error when there is no build. */
export function spawnBuiltSite({ port, localDir, variables, processes }: SiteLaunch): ChildProcess {
  if (!existsSync(BUILT_CONFIG))
    throw new Error("There is no build yet. Run `npm run build` first");
  const { DATABASE_URL = "", ...vars } = variables;
  const envFile = path.join(localDir, `site-${port}.env`);
  const lines = Object.entries(vars).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  mkdirSync(localDir, { recursive: true });
  writeFileSync(envFile, lines.join(""), { mode: 0o600 });
  const args = [
    "node_modules/wrangler/bin/wrangler.js",
    "dev",
    ["--config", BUILT_CONFIG],
    ["--env-file", envFile],
    ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
    ["--persist-to", path.join(localDir, "worker")],
    ["--show-interactive-dev-session=false", "--log-level", "warn"],
  ].flat();
  return processes.spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: workerdEnv(DATABASE_URL),
  });
}
