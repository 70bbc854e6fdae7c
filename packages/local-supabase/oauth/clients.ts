/** The local site's registration with each local provider. Nothing outside this machine knows it. */
export const OAUTH_CLIENTS = {
  google: { id: "local-google-client", secret: "local-google-secret" },
  github: { id: "local-github-client", secret: "local-github-secret" },
} as const;

export type OAuthProviderName = keyof typeof OAUTH_CLIENTS;
