/**
 * Passkeys for browser tests: Chromium's virtual authenticator, and a software one for requests without a
 * browser.
 */
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { type Authenticator, createAuthenticator } from "local-supabase/authenticator";
import * as v from "valibot";
import { callAuth, signInTokens, type Tokens, test } from "./accounts.ts";

export interface VirtualAuthenticator {
  /** Whether it responds by itself. Off: requests stay open, as while a user hesitates. */
  respond(isResponding: boolean): Promise<void>;
  /** Whether the user's fingerprint matches. */
  verifyUser(isVerified: boolean): Promise<void>;
}

interface Abilities {
  readonly protocol?: "ctap2" | "u2f";
  readonly hasResidentKey?: boolean;
  readonly hasUserVerification?: boolean;
}

/** Adds an authenticator to the page, without passkeys. Source: Chrome DevTools Protocol, WebAuthn domain. */
export async function addVirtualAuthenticator(
  page: Page,
  transport: "internal" | "usb" = "internal",
  abilities: Abilities = {},
): Promise<VirtualAuthenticator> {
  const engine = page.context().browser()?.browserType().name();
  test.skip(engine !== "chromium", "a virtual authenticator takes Chromium's debugging protocol");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...abilities,
    },
  });
  return {
    async respond(enabled) {
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async verifyUser(isUserVerified) {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

/** Adds a passkey at Supabase Auth itself, without the site. */
export async function addSoftwarePasskey(
  email: string,
  siteUrl: string | undefined,
  tokens?: Tokens,
): Promise<Authenticator> {
  const session = tokens ?? (await signInTokens(email));
  const post = (path: string, body: object) =>
    callAuth(`passkeys/registration/${path}`, body, session);
  const authenticator = createAuthenticator(siteUrl ?? "");
  await post("verify", authenticator.create(await post("options", {})));
  return authenticator;
}

const optionsSchema = v.looseObject({ challenge: v.string() });

/** The form that a page submits with a passkey, for a new challenge of this browser. */
export async function createPasskeyForm(
  request: APIRequestContext,
  authenticator: Authenticator,
  ceremony?: Parameters<Authenticator["get"]>[1],
): Promise<{ intent: string; credential: string }> {
  const options = v.parse(optionsSchema, await (await request.post("/auth/passkey")).json());
  const { credential } = authenticator.get({ challenge_id: "", options }, ceremony);
  return { intent: "passkey", credential: JSON.stringify(credential) };
}

/** Submits the sign-in form with a passkey. */
export function submitPasskey(
  request: APIRequestContext,
  form: { intent: string; credential: string },
): Promise<APIResponse> {
  return request.post("/auth/signin", { form, maxRedirects: 0 });
}
