/** What runs another auth server, e.g. the real one, behind the same gateway. */

export { createMailer } from "./auth/mail/mailer.ts";
export { getRelyingParty } from "./auth/passkeys/relying-party.ts";
export type { Caller, GatewayEnv } from "./auth/request.ts";

export { parseDuration } from "./config/duration.ts";
export { NOTIFICATION_NAMES, TEMPLATE_NAMES } from "./config/emails.ts";
export {
  type AuthConfig,
  readAuthConfig,
  readNotification,
  readTemplate,
} from "./config/project.ts";
export { createGateway } from "./gateway.ts";
export { OAUTH_CLIENTS } from "./oauth/provider.ts";
export { createRestApi } from "./rest/index.ts";
export { loadSigningKey, type SigningKey } from "./signing-key.ts";
