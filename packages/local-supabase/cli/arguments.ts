import { parseArgs } from "node:util";
import type { TestUser } from "../oauth/test-users.ts";

export const USAGE = `local-supabase: Supabase Auth and REST API on your Postgres

  --database URL       Postgres superuser connection (default: DATABASE_URL)
  --site URL           site that links redirect to (default: http://localhost:3000)
  --project FOLDER     folder with supabase/config.toml and email templates (default: .)
  --data FOLDER        signing key and emails (default: .local-supabase)
  --port NUMBER        API port on 127.0.0.1 (default: 54321); mailbox +3, Google +6, GitHub +7
  --publishable-key K  default: sb_publishable_local
  --secret-key K       default: sb_secret_local
  --user "NAME <EMAIL>"
                       user at the local Google and GitHub; repeatable
  --help               show this help
`;

const OPTIONS = {
  database: { type: "string" },
  site: { type: "string", default: "http://localhost:3000" },
  project: { type: "string", default: "." },
  data: { type: "string", default: ".local-supabase" },
  port: { type: "string", default: "54321" },
  "publishable-key": { type: "string", default: "sb_publishable_local" },
  "secret-key": { type: "string", default: "sb_secret_local" },
  user: { type: "string", multiple: true },
  help: { type: "boolean", default: false },
} as const;

/** Offset of the highest port from the API's. */
const MAX_PORT_OFFSET = 7;

export interface CommandOptions {
  readonly databaseUrl: string;
  readonly siteUrl: string;
  readonly projectDir: string;
  readonly dataDir: string;
  readonly ports: Readonly<Record<"api" | "mailbox" | "google" | "github", number>>;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly users: readonly TestUser[];
}

/** Parses the command line; null for `--help`. Throws a one-line error for an invalid argument. */
export function parseArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): CommandOptions | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return null;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port + MAX_PORT_OFFSET > 65_535) {
    throw new Error(
      `--port must be a number from 1 to ${65_535 - MAX_PORT_OFFSET}, not "${values.port}"`,
    );
  }
  const databaseUrl = values.database ?? env.DATABASE_URL;
  if (!databaseUrl) throw new Error("Set --database or DATABASE_URL to a Postgres database");
  if (!URL.canParse(values.site)) throw new Error(`--site must be a URL, not "${values.site}"`);
  return {
    databaseUrl,
    siteUrl: values.site,
    projectDir: values.project,
    dataDir: values.data,
    ports: { api: port, mailbox: port + 3, google: port + 6, github: port + MAX_PORT_OFFSET },
    publishableKey: values["publishable-key"],
    secretKey: values["secret-key"],
    users: (values.user ?? []).map(parseUser),
  };
}

function parseUser(text: string): TestUser {
  const [, name = "", email = ""] = /^([^<>]+) <([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  if (!email) throw new Error(`--user must be "NAME <EMAIL>", not "${text}"`);
  return { account: email, name, email };
}
