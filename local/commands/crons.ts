import { readFileSync } from "node:fs";

const MINUTE_MS = 60_000;

/** The cron expressions of wrangler.toml's top level. */
export function readCrons(wranglerToml = readFileSync("wrangler.toml", "utf8")): string[] {
  const list = /^crons = \[(.*)\]$/m.exec(wranglerToml)?.[1] ?? "";
  return Array.from(list.matchAll(/"([^"]+)"/g), ([, cron = ""]) => cron);
}

/**
 * Minute, hour, day of the month, month, day of the week, in UTC as at Cloudflare, whose weeks begin with
 * Sunday; the first.
 */
const FIELDS = [
  { read: (date: Date) => date.getUTCMinutes(), first: 0 },
  { read: (date: Date) => date.getUTCHours(), first: 0 },
  { read: (date: Date) => date.getUTCDate(), first: 1 },
  { read: (date: Date) => date.getUTCMonth() + 1, first: 1 },
  { read: (date: Date) => date.getUTCDay() + 1, first: 1 },
] as const;

/**
 * True when `cron` is due at `date`. Throws one line for what it cannot read: a field is `*`, `*\/n` or
 * numbers with commas.
 */
export function isDue(cron: string, date: Date): boolean {
  const fields = cron.split(" ");
  const isKnown = fields.every((field) => /^(\*(\/\d+)?|\d+(,\d+)*)$/.test(field));
  if (fields.length !== FIELDS.length || !isKnown) {
    throw new Error(`wrangler.toml: "${cron}" does not run locally; use *, */n or numbers`);
  }
  return FIELDS.every(({ read, first }, at) => {
    const [start = "", step = "1"] = (fields[at] ?? "").split("/");
    const value = read(date);
    return start === "*"
      ? (value - first) % Number(step) === 0
      : start.split(",").includes(String(value));
  });
}

/**
 * Calls the Worker's scheduled handler for due crons every minute, as Cloudflare does. Returns a stop
 * function.
 */
export function startCrons(siteUrl: string): () => void {
  const crons = readCrons();
  // Throws now rather than when the first minute is over.
  for (const cron of crons) isDue(cron, new Date());
  const timer = setInterval(() => {
    for (const cron of crons.filter((each) => isDue(each, new Date()))) {
      void runCron(siteUrl, cron);
    }
  }, MINUTE_MS);
  return () => clearInterval(timer);
}

/** Runs one cron now. A site that is restarting skips it. */
export async function runCron(siteUrl: string, cron: string): Promise<void> {
  const url = `${siteUrl}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`;
  await fetch(url).then(
    (response) => response.body?.cancel(),
    () => {},
  );
}
