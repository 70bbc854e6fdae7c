/** An intended difference between the local and the real server. */
export interface Difference {
  /** "scenario: step". */
  readonly steps: readonly string[];
  /** The differing fields, e.g. "status" or "response.message", including nested ones. */
  readonly fields: readonly string[];
  readonly reason: string;
}

export const EXPECTED_DIFFERENCES: readonly Difference[] = [
  {
    steps: ["sign-up: broken JSON", "sign-up: address that is a number"],
    fields: ["response.message"],
    reason: "Message of Go's JSON parser, with the same error code.",
  },
  {
    steps: ["sign-in: malformed token", "sign-in: token with a forged signature"],
    fields: ["response.message"],
    reason: "Message of Go's JWT library, with the same error code.",
  },
  {
    steps: ["admin: create", "admin: create with a role and a password hash"],
    fields: ["response.confirmed_at"],
    reason: "GoTrue returns a generated column as before the insert; the next response has it.",
  },
  {
    steps: ["admin: get a soft-deleted user"],
    fields: ["response.phone", "response.new_phone"],
    reason: "GoTrue sets hashes of missing phone numbers; the local server has no phone numbers.",
  },
  {
    steps: ["admin: get a soft-deleted user"],
    fields: ["response.identities.0.identity_data"],
    reason: "GoTrue omits empty identity data.",
  },
  {
    steps: ["unsupported: change of phone"],
    fields: ["status", "code", "response"],
    reason:
      "GoTrue fails for want of an SMS provider; the local server names the disabled feature.",
  },
  {
    steps: ["providers: unknown path"],
    fields: ["code", "type", "response"],
    reason: "GoTrue responds with text, which supabase-js cannot parse.",
  },
  {
    steps: ["providers: authorize a disabled provider"],
    fields: ["response.message"],
    reason: "GoTrue distinguishes disabled from unknown providers; the local server has only two.",
  },
  {
    steps: ["providers: callback with a wrong code"],
    fields: ["location"],
    reason: "GoTrue encodes the message twice in the fragment.",
  },
  {
    steps: ["providers: public settings"],
    fields: ["response.external", "response.saml_private_key_next_configured"],
    reason: "GoTrue lists every unsupported provider and feature as disabled.",
  },
];
