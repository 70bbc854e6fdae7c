/** The Worker's variables, as `.dev.vars.example` describes them. */
import { readFileSync } from "node:fs";

export interface VariableDescription {
  readonly name: string;
  /** Set with `wrangler secret put`; all others stand in wrangler.toml. */
  readonly isSecret: boolean;
}

/** Point a local Worker at stand-ins; a deployed one must not have them. */
export const LOCAL_ONLY_VARIABLES: readonly string[] = [
  "DATABASE_URL",
  "STRIPE_API_URL",
  "STRIPE_JS_URL",
];

/** Every variable of a deployed Worker. A "(secret)" in the comment right above makes it one. */
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

/** Values for secrets that only the Worker knows, good enough for its own look at its configuration. */
export function placeholderSecrets(
  names: readonly string[],
  environment: "staging" | "production",
): Record<string, string> {
  const mode = environment === "production" ? "live" : "test";
  const known: Readonly<Record<string, string>> = {
    STRIPE_SECRET_KEY: `sk_${mode}_set-elsewhere`,
    STRIPE_WEBHOOK_SECRETS: "whsec_set-elsewhere",
  };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? "set-at-cloudflare"]));
}
