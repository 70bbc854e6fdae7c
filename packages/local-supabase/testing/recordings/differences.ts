/** An intended difference between the local and the real server; the README's table has the reason. */
export interface Difference {
  /** The first column of the README's table. */
  readonly where: string;
  /** "scenario: step". */
  readonly steps: readonly string[];
  /** The differing fields, e.g. "status" or "response.message", including nested ones. */
  readonly fields: readonly string[];
}

const ANSWER = ["status", "code", "location", "type", "response"];
const ofUnsupported = (...steps: string[]) => steps.map((step) => `unsupported: ${step}`);

export const EXPECTED_DIFFERENCES: readonly Difference[] = [
  {
    where: "invalid JSON body",
    steps: ["sign-up: broken JSON", "sign-up: address that is a number"],
    fields: ["response.message"],
  },
  {
    where: "forged token",
    steps: ["sign-in: malformed token", "sign-in: token with a forged signature"],
    fields: ["response.message"],
  },
  {
    where: "phone numbers",
    steps: ofUnsupported(
      "code by phone",
      "verify by phone",
      "change of phone",
      "create with a phone",
    ),
    fields: ANSWER,
  },
  {
    where: "unknown path, method or trailing slash",
    steps: ofUnsupported(
      "unknown path",
      "unknown admin path",
      "wrong method",
      "wrong method for the user",
      "trailing slash",
    ),
    fields: ANSWER,
  },
  {
    where: "`POST /callback`, `POST /magiclink`",
    steps: ofUnsupported("callback by POST", "magic link of the first API version"),
    fields: ANSWER,
  },
  {
    where: "SSO, custom providers, audit log, renaming of factors in the admin API",
    steps: ofUnsupported("SSO providers", "custom providers", "audit log", "rename a factor"),
    fields: ANSWER,
  },
  {
    where: "OpenID and OAuth server metadata, SCIM",
    steps: ofUnsupported("OpenID configuration", "OAuth server metadata", "SCIM"),
    fields: ANSWER,
  },
  { where: "`POST /token` with an ID token", steps: ofUnsupported("ID token"), fields: ANSWER },
  {
    where: "`POST /verify` with an invalid address",
    steps: ofUnsupported("verify an invalid address"),
    fields: ["status", "response.message"],
  },
  {
    where: "`POST /admin/users`",
    steps: ["admin: create", "admin: create with a role and a password hash"],
    fields: ["response.confirmed_at"],
  },
  {
    where: "`POST /admin/users` with `aud`",
    steps: ofUnsupported("create with an audience"),
    fields: ["response.aud", "response.role"],
  },
  {
    where: "`POST /admin/users` with an invalid `password_hash`",
    steps: ofUnsupported("create with a wrong hash"),
    fields: ["status", "code", "response"],
  },
  {
    where: "soft-deleted user",
    steps: ["admin: get a soft-deleted user"],
    fields: ["response.phone", "response.new_phone", "response.identities.0.identity_data"],
  },
  {
    where: "`/authorize` for a disabled provider",
    steps: ["providers: authorize a disabled provider"],
    fields: ["response.message"],
  },
  {
    where: "`/callback` with a wrong code",
    steps: ["providers: callback with a wrong code"],
    fields: ["location"],
  },
  {
    where: "`/settings`",
    steps: ["providers: public settings"],
    fields: ["response.external", "response.saml_private_key_next_configured"],
  },
];
