/** The Worker's variables, as described in `.dev.vars.example`. */
import { readFileSync } from "node:fs";

export interface VariableDescription {
  readonly name: string;
  /** Set with `wrangler secret put`; all others are in wrangler.toml. */
  readonly isSecret: boolean;
}

/** Variables that only a local Worker may have. */
export const LOCAL_ONLY_VARIABLES: readonly string[] = [
  "DATABASE_URL",
  "STRIPE_API_URL",
  "STRIPE_JS_URL",
];

/** All variables of a deployed Worker. A comment with "(secret)" marks a secret. */
export function readVariableDescriptions(
  example = readFileSync(".dev.vars.example", "utf8"),
): VariableDescription[] {
  const described: VariableDescription[] = [];
  let comment = "";
  for (const line of example.split("\n")) {
    const name = /^([A-Z][A-Z_]*)=/.exec(line)?.[1];
    if (name && !LOCAL_ONLY_VARIABLES.includes(name)) {
      described.push({ name, isSecret: comment.includes("(secret)") });
    }
    comment = line.startsWith("#") ? comment + line : "";
  }
  return described;
}

/** Placeholder secrets that pass the Worker's validation. */
export function placeholderSecrets(
  names: readonly string[],
  environment: "staging" | "production",
): Record<string, string> {
  const mode = environment === "production" ? "live" : "test";
  const known: Readonly<Record<string, string>> = {
    STRIPE_SECRET_KEY: `sk_${mode}_set-at-cloudflare`,
    STRIPE_WEBHOOK_SECRETS: "whsec_set-at-cloudflare",
  };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? "set-at-cloudflare"]));
}
