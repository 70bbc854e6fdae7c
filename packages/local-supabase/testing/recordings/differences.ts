const MESSAGE = ["response.message"];

/**
 * Intended differences between the local and the real server: what and why; the steps, as "scenario: step";
 * the differing fields, including nested ones.
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
    "`POST /admin/users`: a generated column, read after the insert",
    ["admin: create"],
    ["response.confirmed_at"],
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
