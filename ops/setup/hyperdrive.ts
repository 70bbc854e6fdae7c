/** The Worker's way to Postgres: a role with a password of its own, and a Hyperdrive configuration. */
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { type RunCommand, wrangler } from "../cloud/command.ts";
import { WRANGLER_TOML } from "../cloud/wrangler-config.ts";

const CONFIG_ID = /\b[0-9a-f]{32}\b/;
const SOURCE = ["--config", WRANGLER_TOML];

/** The id of the configuration called `name`, if the account has it. */
export async function findHyperdrive(run: RunCommand, name: string): Promise<string | undefined> {
  const { status, stdout } = await run(
    wrangler(["hyperdrive", "list", ...SOURCE], { quiet: true }),
  );
  if (status !== 0) throw new Error("wrangler hyperdrive list failed");
  const isOurs = (line: string) => line.split(/[^\w-]+/).includes(name);
  return CONFIG_ID.exec(stdout.split("\n").find(isOurs) ?? "")?.[0];
}

/**
 * Creates the configuration with caching off, since a cached row would outlive its owner's change to it.
 * wrangler takes the connection string as an argument only: run it on a machine of your own.
 */
export async function createHyperdrive(
  run: RunCommand,
  name: string,
  connectionString: string,
): Promise<string> {
  const { status, stdout } = await run(
    wrangler(
      [
        ...["hyperdrive", "create", name, ...SOURCE],
        ...["--connection-string", connectionString, "--caching-disabled"],
      ],
      { quiet: true },
    ),
  );
  const id = CONFIG_ID.exec(stdout)?.[0];
  if (status !== 0 || id === undefined) throw new Error("wrangler hyperdrive create failed");
  return id;
}

/** Gives `app_worker` a new random password, and answers its connection string. */
export async function renewWorkerPassword(databaseUrl: string): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    // A utility statement takes no parameters; base64url holds nothing that would need quoting.
    await sql.unsafe(`alter role app_worker login password '${password}'`);
  } finally {
    await sql.end({ timeout: 5 });
  }
  const url = new URL(databaseUrl);
  // Supabase's session pooler tells projects apart by what follows the role's name.
  const [, project] = url.username.split(".");
  url.username = project === undefined ? "app_worker" : `app_worker.${project}`;
  url.password = password;
  return url.href;
}
