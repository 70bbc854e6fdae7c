/** Why the local server answers a step otherwise than the real one, and keeps doing so. */
export interface Difference {
  /** "scenario: step". */
  readonly steps: readonly string[];
  /** The fields that differ, as "status" or "answer.message"; fields below them too. */
  readonly fields: readonly string[];
  readonly why: string;
}

export const KEPT_DIFFERENCES: readonly Difference[] = [
  {
    steps: ["sign-up: broken JSON", "sign-up: address that is a number"],
    fields: ["answer.message"],
    why: "Words of Go's JSON parser; the code is the same, and nobody but a programmer sees them.",
  },
  {
    steps: ["sign-in: token that is none", "sign-in: token with a forged signature"],
    fields: ["answer.message"],
    why: "Words of Go's JWT library behind the same code; the product reads the code.",
  },
  {
    steps: ["admin: create"],
    fields: ["answer.confirmed_at"],
    why: "GoTrue answers a generated column as it was before the insert; the next answer has it.",
  },
  {
    steps: ["providers: to a provider that is off"],
    fields: ["answer.message"],
    why: "GoTrue tells a provider that is off from one that it does not know; here are only two.",
  },
  {
    steps: ["providers: back with a code that is wrong"],
    fields: ["location"],
    why: "GoTrue encodes its text twice in the fragment; the product reads the query.",
  },
  {
    steps: ["providers: public settings"],
    fields: [
      "answer.external",
      "answer.passkeys_enabled",
      "answer.saml_private_key_next_configured",
    ],
    why: "Lists every provider and feature of GoTrue as off; the local server has none of them.",
  },
];
