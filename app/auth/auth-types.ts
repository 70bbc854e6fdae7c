/** The four auth pages, by the last part of their URL. */
export const AUTH_TYPES = ["signup", "signin", "forgotpass", "changepass"] as const;

export type AuthType = (typeof AUTH_TYPES)[number];

/** The page for a URL; an unknown one is the sign-up page. */
export function readAuthType(type: string | undefined): AuthType {
  return AUTH_TYPES.find((known) => known === type) ?? "signup";
}
