/** Starts the site in workerd as a child process, from source or from the build. */
import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SiteVariables } from "../../tools/shared/site-variables.ts";
import type { ChildProcesses } from "../processes/child-processes.ts";

const BUILD = "build";
const CONFIG = "server/wrangler.json";

export interface SiteOptions {
  /** Port on 127.0.0.1. */
  readonly port: number;
  readonly localDir: string;
  readonly variables: SiteVariables;
  readonly processes: ChildProcesses;
}

/** Keeps a person's `.env` from overriding the variables. */
export const WITHOUT_DOT_ENV = { CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "false" } as const;

/** Serves the source through Vite, with live reload. Its output is piped. */
export function spawnDevSite({ port, localDir, variables, processes }: SiteOptions): ChildProcess {
  const { DATABASE_URL = "", ...vars } = variables;
  const program = "node_modules/@react-router/dev/bin.js";
  const args = [program, "dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
  return processes.spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...workerdEnv(DATABASE_URL, localDir),
      ...WITHOUT_DOT_ENV,
      SITE_VARIABLES: JSON.stringify(vars),
    },
  });
}

/**
 * Serves a copy of the production build, which later builds do not change. Its output is piped. Throws one
 * line when there is no build.
 */
export function spawnBuiltSite({
  port,
  localDir,
  variables,
  processes,
}: SiteOptions): ChildProcess {
  if (!existsSync(path.join(BUILD, CONFIG)))
    throw new Error("There is no build yet. Run `npm run build` first");
  const { DATABASE_URL = "", ...vars } = variables;
  const envFile = path.join(localDir, `site-${port}.env`);
  const lines = Object.entries(vars).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(envFile, lines.join(""), { mode: 0o600 });
  const copy = path.join(localDir, BUILD);
  rmSync(copy, { recursive: true, force: true });
  cpSync(BUILD, copy, { recursive: true });
  const args = [
    "node_modules/wrangler/bin/wrangler.js",
    "dev",
    ["--config", path.join(copy, CONFIG)],
    ["--env-file", envFile],
    ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
    ["--persist-to", path.join(localDir, "worker")],
    ["--show-interactive-dev-session=false", "--log-level", "log"],
  ].flat();
  return processes.spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...workerdEnv(DATABASE_URL, localDir),
      // Wrangler reads `--env-file` only with this variable.
      CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "true",
    },
  });
}

/**
 * Environment of a process that runs the Worker: its database, no calls to Cloudflare, and nothing of the
 * shell's.
 */
function workerdEnv(databaseUrl: string, localDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // wrangler's logs and registry of running Workers; the home folder may be read-only.
    XDG_CONFIG_HOME: path.resolve(localDir, "config"),
    CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE: databaseUrl,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    CLOUDFLARE_INCLUDE_PROCESS_ENV: "false",
    CLOUDFLARE_ENV: "",
    // In a shell with "production", Vite and React disagree about the build of React.
    NODE_ENV: undefined,
    WRANGLER_SEND_METRICS: "false",
  };
}
