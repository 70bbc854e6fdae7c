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
