/** Providers that people can sign in with. */
export const PROVIDERS = ["google", "github"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The providers' own spelling. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  google: "Google",
  github: "GitHub",
};

/** The provider of that name, or undefined. */
export function findProvider(name: string | undefined): Provider | undefined {
  return PROVIDERS.find((provider) => provider === name);
}

/** A way to sign in as people call it; Supabase's "email" is the password. */
export function describeProvider(name: string): string {
  if (name === "email") return "password";
  const provider = findProvider(name);
  return provider ? PROVIDER_NAMES[provider] : name;
}
