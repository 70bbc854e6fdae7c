import * as v from "valibot";
import type { AuthSettings } from "../../config/options.ts";
import type { JsonObject } from "../../database.ts";
import { OAUTH_CLIENTS, type OAuthProviderName } from "../../oauth/provider.ts";
import { AuthError } from "../errors.ts";

/** A provider's profile, as GoTrue stores it in identity_data. */
export interface ProviderProfile {
  data: JsonObject & { sub: string };
  /** "" for none. */
  email: string;
  isVerified: boolean;
}

/** The provider's tokens, passed to the app with the session. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | null;
}

interface Provider {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scopes: string;
  fetchProfile(accessToken: string): Promise<ProviderProfile>;
}

/** Parses a provider's name. Throws GoTrue's 400 when it is unknown or disabled. */
export function parseProviderName(name: string, settings: AuthSettings): OAuthProviderName {
  if (name !== "google" && name !== "github") {
    throw unsupportedProvider(`Provider ${name} could not be found`);
  }
  if (!settings.oauth) throw unsupportedProvider("provider is not enabled");
  return name;
}

/** The provider's authorization URL, with the site's additional `query` parameters. */
export function authorizationUrl(
  settings: AuthSettings,
  name: OAuthProviderName,
  state: string,
  query: Readonly<Record<string, string>>,
): string {
  const provider = getProvider(settings, name);
  const { provider: _, scopes: extraScopes, ...rest } = query;
  const extra = Object.entries(rest).filter(([name]) => !name.startsWith("code_challenge"));
  const url = new URL(provider.authorizeUrl);
  url.search = new URLSearchParams({
    ...Object.fromEntries(extra),
    client_id: OAUTH_CLIENTS[name].id,
    redirect_uri: callbackUrl(settings),
    response_type: "code",
    scope: [provider.scopes, extraScopes].filter(Boolean).join(" "),
    state,
  }).toString();
  return url.href;
}

const tokenSchema = v.object({
  access_token: v.string(),
  refresh_token: v.optional(v.string()),
});

/** Exchanges the provider's code and fetches the profile. Throws GoTrue's 500 when either fails. */
export async function exchangeProviderCode(
  settings: AuthSettings,
  name: OAuthProviderName,
  code: string,
): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }> {
  const provider = getProvider(settings, name);
  const response = await fetch(provider.tokenUrl, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: callbackUrl(settings),
      client_id: OAUTH_CLIENTS[name].id,
      client_secret: OAUTH_CLIENTS[name].secret,
    }),
  });
  const parsed = v.safeParse(tokenSchema, await response.json());
  if (!parsed.success) {
    const message = `Unable to exchange external code: ${code.slice(0, 4)}`;
    throw new AuthError(500, "unexpected_failure", message);
  }
  const { access_token: accessToken, refresh_token: refreshToken } = parsed.output;
  const profile = await provider.fetchProfile(accessToken);
  return { profile, tokens: { accessToken, refreshToken: refreshToken ?? null } };
}

function getProvider({ oauth }: AuthSettings, name: OAuthProviderName): Provider {
  if (!oauth) throw unsupportedProvider("provider is not enabled");
  return name === "google" ? google(oauth.googleUrl) : github(oauth.githubUrl);
}

const googleSchema = v.object({
  sub: v.string(),
  name: v.string(),
  email: v.string(),
  email_verified: v.boolean(),
  picture: v.nullish(v.string()),
});

function google(url: string): Provider {
  return {
    authorizeUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/oauth2/token`,
    scopes: "email profile",
    async fetchProfile(accessToken) {
      const body = await fetchJson(`${url}/oauth2/v2/userinfo`, accessToken);
      const { picture, ...person } = v.parse(googleSchema, body);
      const pictures: JsonObject = picture ? { picture, avatar_url: picture } : {};
      return toProfile({ ...person, ...pictures, iss: "https://accounts.google.com" });
    },
  };
}

const githubSchema = v.object({
  id: v.number(),
  login: v.string(),
  name: v.nullish(v.string(), ""),
  avatar_url: v.string(),
});
const githubEmailsSchema = v.array(
  v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }),
);

function github(url: string): Provider {
  return {
    authorizeUrl: `${url}/login/oauth/authorize`,
    tokenUrl: `${url}/login/oauth/access_token`,
    scopes: "user:email",
    async fetchProfile(accessToken) {
      const [user, addresses] = await Promise.all([
        fetchJson(`${url}/user`, accessToken),
        fetchJson(`${url}/user/emails`, accessToken),
      ]);
      const { id, login, name, avatar_url } = v.parse(githubSchema, user);
      const address = v.parse(githubEmailsSchema, addresses).find(({ primary }) => primary);
      return toProfile({
        iss: "https://api.github.com",
        sub: String(id),
        name,
        user_name: login,
        preferred_username: login,
        avatar_url,
        email: address?.email ?? "",
        email_verified: address?.verified ?? false,
      });
    },
  };
}

type Person = JsonObject & { sub: string; name: string; email: string; email_verified: boolean };

/** Adds the fields that GoTrue stores for every provider. */
function toProfile(person: Person): ProviderProfile {
  const { sub, name, email_verified } = person;
  const email = person.email.toLowerCase();
  return {
    data: { ...person, email, provider_id: sub, full_name: name, phone_verified: false },
    email,
    isVerified: email_verified,
  };
}

async function fetchJson(url: string, accessToken: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
  if (response.ok) return response.json();
  const message = "Error getting user profile from external provider";
  throw new AuthError(500, "unexpected_failure", message);
}

function callbackUrl(settings: AuthSettings): string {
  return `${settings.issuer}/callback`;
}

function unsupportedProvider(reason: string): AuthError {
  return new AuthError(400, "validation_failed", `Unsupported provider: ${reason}`);
}
