/** For who puts another auth server, such as the real one, behind the same address and the same database. */

export { createMailer } from "./auth/mailer.ts";
export type { Caller, GatewayEnv } from "./auth/request.ts";

export { readSeconds } from "./duration.ts";
export { createGateway } from "./gateway.ts";
export { NOTICE_NAMES, TEMPLATE_NAMES } from "./mail-names.ts";
export { OAUTH_CLIENTS } from "./oauth/clients.ts";
export { type AuthConfig, readAuthConfig, readNotice, readTemplate } from "./project-config.ts";
export { createRestApi } from "./rest.ts";
export { loadSigningKey, type SigningKey } from "./signing-key.ts";
