export const PROVIDERS = ["google", "github"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  google: "Google",
  github: "GitHub",
};

/** The provider with this name; undefined if there is none. */
export function findProvider(name: string | undefined): Provider | undefined {
  return PROVIDERS.find((provider) => provider === name);
}

/** The display name of a sign-in method; Supabase's "email" is the password. */
export function describeProvider(name: string): string {
  if (name === "email") return "a password";
  const provider = findProvider(name);
  return provider ? PROVIDER_NAMES[provider] : name;
}
