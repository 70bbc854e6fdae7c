/** For running another auth server, e.g. the real one, behind the same gateway. */

export { createMailer } from "./auth/mailer.ts";
export { getRelyingParty } from "./auth/passkeys/relying-party.ts";
export type { Caller, GatewayEnv } from "./auth/request.ts";

export { parseDuration } from "./duration.ts";
export { NOTIFICATION_NAMES, TEMPLATE_NAMES } from "./email-names.ts";
export { createGateway } from "./gateway.ts";
export { OAUTH_CLIENTS } from "./oauth/provider.ts";
export {
  type AuthConfig,
  readAuthConfig,
  readNotification,
  readTemplate,
} from "./project-config.ts";
export { createRestApi } from "./rest.ts";
export { loadSigningKey, type SigningKey } from "./signing-key.ts";
