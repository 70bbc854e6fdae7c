import type { ChildProcess } from "node:child_process";
import type { SiteLaunch } from "./launch.ts";
import { workerdEnv } from "./workerd-env.ts";

/** Serves the source in workerd through Vite, with live reload. */
export function spawnDevSite({ port, variables, processes }: SiteLaunch): ChildProcess {
  const { DATABASE_URL = "", ...vars } = variables;
  const program = "node_modules/@react-router/dev/bin.js";
  const args = [program, "dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
  return processes.spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...workerdEnv(DATABASE_URL), SITE_VARIABLES: JSON.stringify(vars) },
  });
}
