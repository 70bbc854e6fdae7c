/** The environment of a process that runs the Worker locally: its database, and no calls to the outside. */
export function workerdEnv(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE: databaseUrl,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
  };
}
