import { listen, type Service } from "local-kit";
import { createProvider, OAUTH_CLIENTS, type ProviderOptions } from "./provider.ts";
import { getGithubId, getGoogleSubject, type TestUsers } from "./test-users.ts";

export type { TestUsers } from "./test-users.ts";

export interface OAuthProvidersOptions {
  googlePort: number;
  githubPort: number;
  /** The auth server's callback, the only registered redirect URI. */
  callbackUrl: string;
  /** Shown on the consent pages. */
  siteName: string;
  users: TestUsers;
}

export interface OAuthProviders {
  google: Service;
  github: Service;
  close(): Promise<void>;
}

/** Starts a local Google and a local GitHub with consent pages. Rejects when a port is in use. */
export async function startOAuthProviders(options: OAuthProvidersOptions): Promise<OAuthProviders> {
  const google = await serve(options.googlePort, googleOptions(options));
  const github = await serve(options.githubPort, githubOptions(options)).catch(async (error) => {
    await google.close();
    throw error;
  });
  return {
    google,
    github,
    async close() {
      await Promise.all([google.close(), github.close()]);
    },
  };
}

async function serve(port: number, options: ProviderOptions): Promise<Service> {
  const app = createProvider(options);
  const server = await listen((request) => app.fetch(request), port);
  return { name: options.provider, ...server };
}

function googleOptions({ callbackUrl, siteName, users }: OAuthProvidersOptions): ProviderOptions {
  return {
    provider: "Google",
    siteName,
    client: OAUTH_CLIENTS.google,
    callbackUrl,
    users: users.google,
    authorizePath: "/o/oauth2/v2/auth",
    tokenPath: "/oauth2/token",
    profiles: {
      "/oauth2/v2/userinfo": (user, picture) => ({
        sub: getGoogleSubject(user),
        name: user.name,
        email: user.email,
        email_verified: !user.isUnverified,
        picture,
      }),
    },
    invalidCode: { status: 400, error: "invalid_grant" },
  };
}

function githubOptions({ callbackUrl, siteName, users }: OAuthProvidersOptions): ProviderOptions {
  return {
    provider: "GitHub",
    siteName,
    client: OAUTH_CLIENTS.github,
    callbackUrl,
    users: users.github,
    authorizePath: "/login/oauth/authorize",
    tokenPath: "/login/oauth/access_token",
    profiles: {
      "/user": (user, avatar_url) => ({
        id: getGithubId(user),
        login: user.account,
        name: user.name,
        email: user.email,
        avatar_url,
      }),
      "/user/emails": ({ email, isUnverified = false }) =>
        email ? [{ email, primary: true, verified: !isUnverified }] : [],
    },
    invalidCode: { status: 200, error: "bad_verification_code" },
  };
}
