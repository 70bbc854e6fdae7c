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
