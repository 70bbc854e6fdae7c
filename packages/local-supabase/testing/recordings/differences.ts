const MESSAGE = ["response.message"];
const ANSWER = ["status", "code", "location", "type", "response"];

/**
 * Intended differences between the local and the real server: what and why; the steps, as "scenario: step"; the
 * differing fields, including nested ones.
 */
export const EXPECTED_DIFFERENCES: readonly (readonly [
  what: string,
  steps: readonly string[],
  fields: readonly string[],
])[] = [
  [
    "invalid JSON: the message of Go's parser",
    ["sign-up: broken JSON", "sign-up: address that is a number"],
    MESSAGE,
  ],
  [
    "forged token: the message of Go's library",
    ["sign-in: malformed token", "sign-in: token with a forged signature"],
    MESSAGE,
  ],
  [
    "phone is not covered: one error instead of an account that cannot sign in",
    unsupported("code by phone", "verify by phone", "change of phone", "create with a phone"),
    ANSWER,
  ],
  [
    "unknown path, method or trailing slash: JSON, which supabase-js can parse",
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
    "`POST /callback` and `/magiclink`: for Apple and SAML, and replaced by `POST /otp`",
    unsupported("callback by POST", "magic link of the first API version"),
    ANSWER,
  ],
  [
    "SSO, custom providers, audit log, renaming of factors: not covered",
    unsupported("SSO providers", "custom providers", "audit log", "rename a factor"),
    ANSWER,
  ],
  [
    "OpenID and OAuth server metadata, SCIM: not covered",
    unsupported("OpenID configuration", "OAuth server metadata", "SCIM"),
    ANSWER,
  ],
  ["ID tokens are not covered", unsupported("ID token"), ANSWER],
  [
    "`POST /verify`: one check of addresses for all endpoints",
    unsupported("verify an invalid address"),
    ["status", ...MESSAGE],
  ],
  [
    "`POST /admin/users`: a generated column, read after the insert",
    ["admin: create", "admin: create with a role and a password hash"],
    ["response.confirmed_at"],
  ],
  [
    "`aud` is ignored: access tokens have one audience",
    unsupported("create with an audience"),
    ["response.aud", "response.role"],
  ],
  [
    "`password_hash`: pgcrypto verifies only bcrypt",
    unsupported("create with a wrong hash"),
    ANSWER,
  ],
  [
    "soft-deleted user: no phone numbers",
    ["admin: get a soft-deleted user"],
    ["response.phone", "response.new_phone", "response.identities.0.identity_data"],
  ],
  [
    "`/authorize`: a disabled provider is unknown, as there are only two",
    ["providers: authorize a disabled provider"],
    MESSAGE,
  ],
  [
    "`/callback` with a wrong code: the real server encodes the message twice",
    ["providers: callback with a wrong code"],
    ["location"],
  ],
  [
    "`/settings` lists only what is supported",
    ["providers: public settings"],
    ["response.external", "response.saml_private_key_next_configured"],
  ],
];

function unsupported(...steps: string[]): string[] {
  return steps.map((step) => `unsupported: ${step}`);
}
