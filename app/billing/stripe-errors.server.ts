/** True for Stripe's answer about an object that does not exist, or no longer does. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "resource_missing";
}
