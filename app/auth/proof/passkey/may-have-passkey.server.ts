import type { Platform } from "~/platform/context.server";

/** False if the session's account has no passkey, or passkeys are turned off; true while that is unknown. */
export async function mayHavePasskey(platform: Platform): Promise<boolean> {
  if (!platform.config.passkeys) return false;
  const { createSessionClient } = await import("../../session/session-client.server");
  const { data: passkeys } = await createSessionClient(platform).passkey.list();
  return passkeys?.length !== 0;
}
