import type { Platform } from "~/platform/context.server";
import { hashIdentifier, logInfo } from "~/platform/log.server";
import { clientNetwork } from "~/platform/rate-limit.server";

type SecurityAction =
  | "signed-in"
  | "signed-out"
  | "reauthenticated"
  | "code-accepted"
  | "password-changed"
  | "email-change-requested"
  | "email-changed"
  | "app-added"
  | "app-removed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-code-used"
  | "recovery-codes-generated"
  | "devices-signed-out";

/** Logs a successful security action. The user and the caller's network are logged as hashes. */
export async function logSecurityEvent(
  { requestId, clientAddress }: Pick<Platform, "requestId" | "clientAddress">,
  action: SecurityAction,
  userId: string,
): Promise<void> {
  const [user, network] = await Promise.all([
    hashIdentifier(userId),
    hashIdentifier(clientNetwork(clientAddress)),
  ]);
  logInfo("auth.security", { requestId, action, user, network });
}
