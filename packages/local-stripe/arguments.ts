import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as v from "valibot";
import type { CatalogPrice, StripeOptions } from "./index.ts";

export const USAGE = `local-stripe: a local Stripe emulator

  --port NUMBER            port on 127.0.0.1 (default: 12111, as in stripe-mock)
  --webhook URL            webhook endpoint; repeatable
  --webhook-secret SECRET  webhook signing secret (default: whsec_local)
  --secret-key KEY         accepted API key (default: sk_test_local)
  --prices FILE            initial prices as JSON (see the README)
  --state FILE             persist state to this file across restarts
  --help                   show this help
`;

const OPTIONS = {
  port: { type: "string", default: "12111" },
  webhook: { type: "string", multiple: true },
  "webhook-secret": { type: "string", default: "whsec_local" },
  "secret-key": { type: "string", default: "sk_test_local" },
  prices: { type: "string" },
  state: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

const Prices: v.GenericSchema<CatalogPrice[]> = v.array(
  v.strictObject({
    id: v.string(),
    product: v.string(),
    productName: v.string(),
    lookupKey: v.nullable(v.string()),
    unitAmount: v.pipe(v.number(), v.integer(), v.minValue(0)),
    currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
    interval: v.picklist(["month", "year"]),
  }),
);

/** Parses the command line; null for `--help`. Throws a one-line error for an invalid argument. */
export function parseArguments(args: readonly string[]): StripeOptions | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return null;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not "${values.port}"`);
  }
  const secrets = [values["webhook-secret"]];
  return {
    port,
    secretKey: values["secret-key"],
    webhookEndpoints: (values.webhook ?? []).map((url) => ({ url: checkUrl(url), secrets })),
    ...(values.prices !== undefined && { prices: readPrices(values.prices) }),
    ...(values.state !== undefined && { stateFile: values.state }),
  };
}

function checkUrl(url: string): string {
  if (/^https?:/.test(url) && URL.canParse(url)) return url;
  throw new Error(`--webhook must be an http or https URL, not "${url}"`);
}

function readPrices(file: string): CatalogPrice[] {
  const schema = v.pipe(v.string(), v.parseJson(), Prices);
  const parsed = v.safeParse(schema, readFileSync(file, "utf8"));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`--prices ${file}: ${v.getDotPath(issue) ?? "file"}: ${issue.message}`);
}
