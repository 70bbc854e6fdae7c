/** ops/alerts.toml: the alerts that have to stand, at Cloudflare and elsewhere. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";

const FILE = "ops/alerts.toml";

const text = v.pipe(v.string(), v.nonEmpty());

const alertsSchema = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  cloudflare: v.array(
    v.strictObject({
      name: text,
      because: text,
      alert_type: text,
      filters: v.optional(v.record(v.string(), v.array(v.string())), {}),
    }),
  ),
  by_hand: v.array(v.strictObject({ where: text, on: text, when: text, because: text })),
});

export type Alerts = v.InferOutput<typeof alertsSchema>;
/** A notification of Cloudflare's, in the words of its API. */
export type WantedPolicy = Alerts["cloudflare"][number];

/** The file of the project at `folder`. Throws one line when it says something that nobody understands. */
export function readAlerts(folder = process.cwd()): Alerts {
  const read = v.safeParse(alertsSchema, parse(readFileSync(path.join(folder, FILE), "utf8")));
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(`${FILE}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}

/** Whether somebody has put in who gets the mails. */
export function findRecipientProblem({ email }: Alerts): string | undefined {
  return email.includes("replace-me") ? `${FILE}: put in who gets the mails (email)` : undefined;
}

/** What a person sets, one line each, by the place where it is set. */
export function describeByHand({ by_hand: alerts }: Alerts): string[] {
  return alerts.map(({ where, on, when, because }) => `${where}: ${on}: ${when} (${because})`);
}
