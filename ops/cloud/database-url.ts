/** Connection strings of Supabase projects: of which project they are, and which way they lead. */

export interface DatabaseAddress {
  readonly url: URL;
  /** `direct` alone has a session of its own and takes Hyperdrive; the other two go through a pooler. */
  readonly way: "direct" | "session pooler" | "transaction pooler";
}

/** Supabase, Connecting to Postgres: the transaction pooler keeps no session, so no advisory lock. */
const TRANSACTION_POOLER_PORT = "6543";
const POOLER_HOST = /\.pooler\.supabase\.com$/;

/** `text` as an address of Postgres; undefined when it is none. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  if (url.port === TRANSACTION_POOLER_PORT) return { url, way: "transaction pooler" };
  return { url, way: POOLER_HOST.test(url.hostname) ? "session pooler" : "direct" };
}

/** The project that a Supabase URL names; undefined behind a domain of one's own. */
export function projectOf(supabaseUrl: string): string | undefined {
  return /^https:\/\/([a-z0-9-]+)\.supabase\.co\/?$/.exec(supabaseUrl)?.[1];
}

/** True when `url` leads to the project's database: its host names it, or a pooler's user does. */
export function isOfProject({ url }: DatabaseAddress, project: string): boolean {
  return url.hostname === `db.${project}.supabase.co` || url.username.endsWith(`.${project}`);
}

/**
 * Why migrations must not run over `databaseUrl`, one line each, never with a password: it is missing, has no
 * session, or is of another project than the environment's.
 */
export function findDatabaseProblems(
  databaseUrl: string | undefined,
  project: string | undefined,
): string[] {
  if (!databaseUrl) {
    return ["DATABASE_URL is not set: the direct connection string, for migrations"];
  }
  const address = parseDatabaseUrl(databaseUrl);
  if (!address) return ["DATABASE_URL is no Postgres address"];
  if (address.way === "transaction pooler") {
    return ["DATABASE_URL is the transaction pooler (port 6543): migrations need a session"];
  }
  if (project === undefined || isOfProject(address, project)) return [];
  return [`DATABASE_URL is not of the Supabase project ${project} that this environment has`];
}
