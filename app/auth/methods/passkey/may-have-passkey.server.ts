import type { Platform } from "~/platform/context.server";

/** The list is read for a button alone: without an answer, the button is shown. */
const TIMEOUT_MS = 1_000;

/** False if the session's account has no passkey, or passkeys are turned off; true while that is unknown. */
export async function mayHavePasskey(platform: Platform): Promise<boolean> {
  if (!platform.config.passkeys) return false;
  const { createSessionClient } = await import("../../session/session-client.server");
  const reading = createSessionClient(platform).passkey.list();
  const hasSome = reading.then(({ data: passkeys }) => passkeys?.length !== 0);
  const timeout = new Promise<true>((resolve) => setTimeout(() => resolve(true), TIMEOUT_MS));
  return Promise.race([hasSome, timeout]);
}
