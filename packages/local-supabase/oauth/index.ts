import { listen, type Service } from "local-kit";
import { OAUTH_CLIENTS } from "./clients.ts";
import { githubId, googleSubject, type People } from "./people.ts";
import { createProvider, type ProviderOptions } from "./provider.ts";

export type { People, Person } from "./people.ts";

export interface OAuthProvidersOptions {
  googlePort: number;
  githubPort: number;
  /** The auth server's callback, the only address the providers return to. */
  callbackUrl: string;
  /** Named on the consent pages. */
  siteName: string;
  people: People;
}

export interface OAuthProviders {
  google: Service;
  github: Service;
  close(): Promise<void>;
}

/** Starts a local Google and a local GitHub, with a consent page each. Rejects when a port is taken. */
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

function googleOptions({ callbackUrl, siteName, people }: OAuthProvidersOptions): ProviderOptions {
  return {
    provider: "Google",
    siteName,
    client: OAUTH_CLIENTS.google,
    callbackUrl,
    people: people.google,
    authorizePath: "/o/oauth2/v2/auth",
    tokenPath: "/oauth2/token",
    profiles: {
      "/oauth2/v2/userinfo": (person, picture) => ({
        sub: googleSubject(person),
        name: person.name,
        email: person.email,
        email_verified: true,
        picture,
      }),
    },
    wrongCode: { status: 400, error: "invalid_grant" },
  };
}

function githubOptions({ callbackUrl, siteName, people }: OAuthProvidersOptions): ProviderOptions {
  return {
    provider: "GitHub",
    siteName,
    client: OAUTH_CLIENTS.github,
    callbackUrl,
    people: people.github,
    authorizePath: "/login/oauth/authorize",
    tokenPath: "/login/oauth/access_token",
    profiles: {
      "/user": (person, avatar_url) => ({
        id: githubId(person),
        login: person.account,
        name: person.name,
        email: person.email,
        avatar_url,
      }),
      "/user/emails": ({ email }) => [{ email, primary: true, verified: true }],
    },
    wrongCode: { status: 200, error: "bad_verification_code" },
  };
}
