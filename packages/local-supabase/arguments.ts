import { parseArgs } from "node:util";
import type { Person } from "./oauth/people.ts";

export const USAGE = `local-supabase: Supabase Auth and its REST API on a Postgres of yours

  --database URL       the Postgres, as its superuser; else DATABASE_URL
  --site URL           where people come back to; http://localhost:3000
  --project FOLDER     holds supabase/config.toml and its mails; this folder
  --data FOLDER        keeps signing key and mails; .local-supabase
  --port NUMBER        API on 127.0.0.1; 54321, the mailbox 3 above, Google 6, GitHub 7
  --publishable-key K  sb_publishable_local
  --secret-key K       sb_secret_local
  --person "NAME <EMAIL>"
                       has an account at the local Google and GitHub; may be given more than once
  --help               this text
`;

const OPTIONS = {
  database: { type: "string" },
  site: { type: "string", default: "http://localhost:3000" },
  project: { type: "string", default: "." },
  data: { type: "string", default: ".local-supabase" },
  port: { type: "string", default: "54321" },
  "publishable-key": { type: "string", default: "sb_publishable_local" },
  "secret-key": { type: "string", default: "sb_secret_local" },
  person: { type: "string", multiple: true },
  help: { type: "boolean", default: false },
} as const;

/** The highest port is the API's and this. */
const LAST_PORT = 7;

export interface Arguments {
  readonly databaseUrl: string;
  readonly siteUrl: string;
  readonly projectDir: string;
  readonly dataDir: string;
  readonly ports: Readonly<Record<"api" | "mailbox" | "google" | "github", number>>;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly people: readonly Person[];
}

/** Reads the command line; null when help is asked for. Throws one line on an argument that is wrong. */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Arguments | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return null;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port + LAST_PORT > 65_535) {
    throw new Error(
      `--port must be a number from 1 to ${65_535 - LAST_PORT}, not "${values.port}"`,
    );
  }
  const databaseUrl = values.database ?? env.DATABASE_URL;
  if (!databaseUrl) throw new Error("Name a Postgres by --database or DATABASE_URL");
  if (!URL.canParse(values.site))
    throw new Error(`--site must be an address, not "${values.site}"`);
  return {
    databaseUrl,
    siteUrl: values.site,
    projectDir: values.project,
    dataDir: values.data,
    ports: { api: port, mailbox: port + 3, google: port + 6, github: port + LAST_PORT },
    publishableKey: values["publishable-key"],
    secretKey: values["secret-key"],
    people: (values.person ?? []).map(readPerson),
  };
}

function readPerson(text: string): Person {
  const [, name = "", email = ""] = /^([^<>]+) <([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  if (!email) throw new Error(`--person must be "NAME <EMAIL>", not "${text}"`);
  return { account: email, name, email };
}
