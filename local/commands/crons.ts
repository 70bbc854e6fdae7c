import { readFileSync } from "node:fs";

const MINUTE_MS = 60_000;

/** The cron expressions of wrangler.toml's top level. */
export function readCrons(wranglerToml = readFileSync("wrangler.toml", "utf8")): string[] {
  const list = /^crons = \[(.*)\]$/m.exec(wranglerToml)?.[1] ?? "";
  return Array.from(list.matchAll(/"([^"]+)"/g), ([, cron = ""]) => cron);
}

/** True when `cron` is due at `minute` of the hour. Supports "*" and "*\/n" minutes only. */
export function isDue(cron: string, minute: number): boolean {
  const [minutes = "*"] = cron.split(" ");
  const step = minutes === "*" ? 1 : Number(minutes.replace("*/", ""));
  return minute % step === 0;
}

/** Calls the Worker's scheduled handler for due crons every minute, as Cloudflare does. Returns a stop function. */
export function startCrons(siteUrl: string): () => void {
  const crons = readCrons();
  const timer = setInterval(() => {
    for (const cron of crons.filter((each) => isDue(each, new Date().getMinutes()))) {
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
