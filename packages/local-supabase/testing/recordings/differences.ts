const MESSAGE = ["response.message"];
const ANSWER = ["status", "code", "location", "type", "response"];

/**
 * Intended differences between the local and the real server: the first column of the README's table, which has the
 * reason; the steps, as "scenario: step"; the differing fields, including nested ones.
 */
export const EXPECTED_DIFFERENCES: readonly (readonly [
  where: string,
  steps: readonly string[],
  fields: readonly string[],
])[] = [
  ["invalid JSON body", ["sign-up: broken JSON", "sign-up: address that is a number"], MESSAGE],
  ["forged token", ["sign-in: malformed token", "sign-in: token with a forged signature"], MESSAGE],
  [
    "phone numbers",
    unsupported("code by phone", "verify by phone", "change of phone", "create with a phone"),
    ANSWER,
  ],
  [
    "unknown path, method or trailing slash",
    unsupported(
      "unknown path",
      "unknown admin path",
      "wrong method",
      "wrong method for the user",
      "trailing slash",
    ),
    ANSWER,
  ],
  [
    "`POST /callback`, `POST /magiclink`",
    unsupported("callback by POST", "magic link of the first API version"),
    ANSWER,
  ],
  [
    "SSO, custom providers, audit log, renaming of factors in the admin API",
    unsupported("SSO providers", "custom providers", "audit log", "rename a factor"),
    ANSWER,
  ],
  [
    "OpenID and OAuth server metadata, SCIM",
    unsupported("OpenID configuration", "OAuth server metadata", "SCIM"),
    ANSWER,
  ],
  ["`POST /token` with an ID token", unsupported("ID token"), ANSWER],
  [
    "`POST /verify` with an invalid address",
    unsupported("verify an invalid address"),
    ["status", ...MESSAGE],
  ],
  [
    "`POST /admin/users`",
    ["admin: create", "admin: create with a role and a password hash"],
    ["response.confirmed_at"],
  ],
  [
    "`POST /admin/users` with `aud`",
    unsupported("create with an audience"),
    ["response.aud", "response.role"],
  ],
  [
    "`POST /admin/users` with an invalid `password_hash`",
    unsupported("create with a wrong hash"),
    ANSWER,
  ],
  [
    "soft-deleted user",
    ["admin: get a soft-deleted user"],
    ["response.phone", "response.new_phone", "response.identities.0.identity_data"],
  ],
  ["`/authorize` for a disabled provider", ["providers: authorize a disabled provider"], MESSAGE],
  ["`/callback` with a wrong code", ["providers: callback with a wrong code"], ["location"]],
  [
    "`/settings`",
    ["providers: public settings"],
    ["response.external", "response.saml_private_key_next_configured"],
  ],
];

function unsupported(...steps: string[]): string[] {
  return steps.map((step) => `unsupported: ${step}`);
}
