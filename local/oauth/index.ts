import { createEmulator, type Emulator } from "emulate";
import * as v from "valibot";
import { type HttpServer, listen } from "../../tools/http-server.ts";
import type { Service } from "../service.ts";
import { OAUTH_CLIENTS } from "./clients.ts";
import { type ConsentOptions, createConsentFront } from "./consent.ts";
import { GITHUB_PEOPLE, GOOGLE_PEOPLE, googleSubject } from "./people.ts";

export interface OAuthProvidersOptions {
  googlePort: number;
  githubPort: number;
  /** The auth server's callback, the only address the providers return to. */
  callbackUrl: string;
}

export interface OAuthProviders {
  google: Service;
  github: Service;
  close(): Promise<void>;
}

const APP_NAME = "Selvedge";

/** Starts a local Google and a local GitHub with seeded people and a consent page each. */
export async function startOAuthProviders(options: OAuthProvidersOptions): Promise<OAuthProviders> {
  const google = await startGoogle(options.googlePort, options.callbackUrl);
  const github = await startGitHub(options.githubPort, options.callbackUrl).catch(async (error) => {
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

async function startGoogle(port: number, callbackUrl: string): Promise<Service> {
  const emulator = await createEmulator({
    service: "google",
    port: 0,
    seed: {
      google: {
        users: GOOGLE_PEOPLE.map(({ email, name }) => ({ email, name })),
        oauth_clients: [
          {
            client_id: OAUTH_CLIENTS.google.id,
            client_secret: OAUTH_CLIENTS.google.secret,
            name: APP_NAME,
            redirect_uris: [callbackUrl],
          },
        ],
      },
    },
  });
  return serveInFront(emulator, port, {
    provider: "Google",
    emulatorUrl: emulator.url,
    authorizePath: "/o/oauth2/v2/auth",
    choicePath: "/o/oauth2/v2/auth/callback",
    choiceField: "email",
    people: GOOGLE_PEOPLE,
    userinfo: { path: "/oauth2/v2/userinfo", correct: withLastingSubject },
  });
}

const googleProfile = v.looseObject({ email: v.string() });

function withLastingSubject(profile: unknown): unknown {
  const known = v.parse(googleProfile, profile);
  return { ...known, sub: googleSubject(known.email) };
}

async function startGitHub(port: number, callbackUrl: string): Promise<Service> {
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: {
      github: {
        users: GITHUB_PEOPLE.map(({ account, email, name }) => ({ login: account, email, name })),
        oauth_apps: [
          {
            client_id: OAUTH_CLIENTS.github.id,
            client_secret: OAUTH_CLIENTS.github.secret,
            name: APP_NAME,
            redirect_uris: [callbackUrl],
          },
        ],
      },
    },
  });
  return serveInFront(emulator, port, {
    provider: "GitHub",
    emulatorUrl: emulator.url,
    authorizePath: "/login/oauth/authorize",
    choicePath: "/login/oauth/callback",
    choiceField: "login",
    people: GITHUB_PEOPLE,
    userinfo: { path: "/user", correct: withReachablePicture },
  });
}

const githubProfile = v.looseObject({ avatar_url: v.string() });

/** The emulator's own port is another one after every start. */
function withReachablePicture(profile: unknown, frontUrl: string): unknown {
  const known = v.parse(githubProfile, profile);
  return { ...known, avatar_url: frontUrl + new URL(known.avatar_url).pathname };
}

/** A taken port stops the emulator too, so that a failed start leaves nothing running. */
async function serveInFront(
  emulator: Emulator,
  port: number,
  options: ConsentOptions,
): Promise<Service> {
  const front = createConsentFront(options);
  let server: HttpServer;
  try {
    server = await listen((request) => front.fetch(request), port);
  } catch (error) {
    await emulator.close();
    throw error;
  }
  return {
    name: options.provider,
    url: server.url,
    async close() {
      await Promise.all([server.close(), emulator.close()]);
    },
  };
}
