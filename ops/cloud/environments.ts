/** The deployed environments, and the `--env` option that every operator's command takes. */
export const CLOUD_ENVIRONMENTS = ["staging", "production"] as const;
export type CloudEnvironment = (typeof CLOUD_ENVIRONMENTS)[number];

/** `value` as one of `allowed`. Throws one line that names the choices when it is missing or unknown. */
export function chooseEnvironment<Name extends string>(
  value: string | undefined,
  allowed: readonly Name[],
): Name {
  const chosen = allowed.find((name) => name === value);
  if (chosen !== undefined) return chosen;
  const problem = value === undefined ? "No environment given" : `Unknown environment "${value}"`;
  throw new Error(`${problem}. Add --env ${allowed.join(" or --env ")}`);
}
