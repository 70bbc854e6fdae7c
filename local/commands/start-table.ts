import { styleText } from "node:util";
import type { Service } from "local-kit";
import { isLoopback, LOCAL_ACCOUNTS, LOCAL_PASSWORD } from "../../tools/shared/settings.ts";
import type { SiteVariables } from "../../tools/shared/site-variables.ts";

export interface StartReport {
  readonly siteUrl: string;
  readonly services: readonly Service[];
  readonly variables: SiteVariables;
  /** Whether this command calls the crons of wrangler.toml. */
  readonly hasCrons: boolean;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly cloudReadyAt: number;
}

/** The services used most, which come first. */
const FIRST = ["Mailbox", "Stripe", "Supabase", "Postgres"];
/** The variable that says where the site finds a service. */
const VARIABLES: Readonly<Record<string, string>> = {
  Stripe: "STRIPE_API_URL",
  Supabase: "SUPABASE_URL",
  Postgres: "DATABASE_URL",
  "Spreadsheet API": "SHEET_API_URL",
};
const NOTES: Readonly<Record<string, string>> = {
  Stripe: "test card 4242 4242 4242 4242",
  Postgres: "user and password postgres",
};

/** True when the site uses `service`, which this command has started. */
export function isUsed({ name, url }: Service, variables: SiteVariables): boolean {
  const variable = VARIABLES[name];
  return !variable || isLoopback(variables[variable] ?? "", Number(new URL(url).port));
}

/** Prints URLs, sign-ins and start times, at most 80 columns wide unless a service is somewhere else. */
export function printStartTable(report: StartReport): void {
  const { siteUrl, services, variables, hasCrons, startedAt, cloudReadyAt } = report;
  const emails = LOCAL_ACCOUNTS.map(({ email }) => email);
  const signIn = [
    ["Sign in as", `${emails.slice(0, 2).join(", ")},`],
    ["", emails.slice(2).join(", ")],
    ["Password", LOCAL_PASSWORD],
  ];
  const used = new Map(
    services.filter((service) => isUsed(service, variables)).map(({ name, url }) => [name, url]),
  );
  const elsewhere = Object.keys(VARIABLES).filter((name) => !used.has(name));
  const names = new Set([...FIRST, ...used.keys(), ...elsewhere]);
  const rows = [
    ["Site", siteUrl],
    ...(used.has("Supabase") ? signIn : []),
    [],
    ...Array.from(names, (name) => {
      const url = used.get(name);
      if (!url) return describeElsewhere(name, variables);
      return [name, name === "Mailbox" ? `${url}/inbox` : url, NOTES[name]];
    }),
    ...(hasCrons ? [] : [["Crons", "off", "not this command's database (--crons)"]]),
  ];
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const lines = [
    "",
    ...rows.map(([name = "", value = "", note = ""]) =>
      `  ${name.padEnd(16)} ${value.padEnd(29)} ${note}`.trimEnd(),
    ),
    "",
    `  Up in ${seconds(performance.now() - startedAt)}, the local cloud in ${seconds(cloudReadyAt - startedAt)}. Ctrl-C stops everything.`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** The row of a service that the site uses, and this command has not started. */
function describeElsewhere(name: string, variables: SiteVariables): string[] {
  const variable = VARIABLES[name];
  if (!variable) return [name, "none", "it starts with the local Supabase"];
  // STRIPE_API_URL alone may be empty.
  const { protocol, host } = new URL(variables[variable] || "https://api.stripe.com");
  const loud = styleText(["bold", "red"], "NOT LOCAL", { stream: process.stdout });
  const address = `${protocol}//${host}`;
  return [name, address, `${isLoopback(address) ? "not started here" : loud} (${variable})`];
}
