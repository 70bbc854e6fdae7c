/**
 * What the auth server's mails say, by the name of their template. HTML, in which `{{ .Email }}` and the like are
 * Supabase's placeholders. `node tools/studio-files.ts` makes supabase/templates of it; the subjects are in supabase/config.toml.
 */
/** What a mail asks for: to follow a link that proves the address, to go to a page of the site, or to type a code. */
type MailAction =
  | { readonly kind: "confirm"; readonly type: string; readonly label: string }
  | { readonly kind: "page"; readonly path: string; readonly label: string }
  | { readonly kind: "code" };

export interface Mail {
  readonly title: string;
  /** In place of the title, above the text. */
  readonly heading?: string;
  /** Shown by mail programs beside the subject. */
  readonly preview: string;
  readonly text: readonly string[];
  readonly action: MailAction;
  /** Below what it asks for. */
  readonly note?: string;
  /** Why somebody gets this mail, and what to do if it was not them. */
  readonly reason: string;
}

const ONCE = "The link works once, for one hour.";
const WRITE = "If it was you, there is nothing to do. If it was not, please write to us at once:";
const RESET = "If it was you, there is nothing to do. If it was not, choose a new password now:";
const CONTACT = { kind: "page", path: "/contact", label: "Contact us" } as const;
const NEW_PASSWORD = {
  kind: "page",
  path: "/auth/forgotpass",
  label: "Reset your password",
} as const;

/** The mails of a studio with this name, which is HTML too. */
export function createMails(name: string): Readonly<Record<string, Mail>> {
  const safety = `You get this email because it concerns the safety of your account at ${name}.`;
  return {
    confirmation: {
      title: "Confirm your email address",
      preview: "One click and your account is ready.",
      text: [
        "Thanks for signing up. Confirm that <strong>{{ .Email }}</strong> is yours and your account is ready.",
        ONCE,
      ],
      action: { kind: "confirm", type: "email", label: "Confirm email address" },
      reason: `You get this email because someone signed up at ${name} with this address. If it was not you, ignore it: without the confirmation no account can be used.`,
    },
    recovery: {
      title: "Reset your password",
      preview: "Choose a new password for your account.",
      text: [
        "Choose a new password for <strong>{{ .Email }}</strong>.",
        `${ONCE} Your old password stays valid until you set a new one.`,
      ],
      action: { kind: "confirm", type: "recovery", label: "Choose a new password" },
      reason: `You get this email because someone asked to reset the password of your account at ${name}. If it was not you, ignore it: nothing changes.`,
    },
    magic_link: {
      title: "Your sign-in link",
      heading: `Sign in to ${name}`,
      preview: "Sign in without a password.",
      text: [
        "Here is your link to sign in as <strong>{{ .Email }}</strong>.",
        `${ONCE} Do not pass it on: it opens your account.`,
      ],
      action: { kind: "confirm", type: "email", label: "Sign in" },
      reason: `You get this email because someone asked for a sign-in link for this address at ${name}. If it was not you, ignore it: nobody gets in without the link.`,
    },
    email_change: {
      title: "Confirm the change of your email address",
      preview: "Confirm the change in both mailboxes.",
      text: [
        "You asked to change the email address of your account from <strong>{{ .Email }}</strong> to <strong>{{ .NewEmail }}</strong>.",
        "For your safety we mailed both addresses. The change takes effect once you have opened the link in each of the two emails. Each link works once, for one hour.",
      ],
      action: { kind: "confirm", type: "email_change", label: "Confirm the change" },
      reason: `You get this email because a change of email address was asked for in your account at ${name}. If it was not you, do not open the link and change your password.`,
    },
    invite: {
      title: "You are invited",
      preview: "Accept the invitation and choose a password.",
      text: [
        `Someone made an account at ${name} for <strong>{{ .Email }}</strong>. Accept the invitation and choose a password.`,
        ONCE,
      ],
      action: { kind: "confirm", type: "invite", label: "Accept the invitation" },
      reason: `You get this email because someone invited this address to ${name}. If you do not expect it, ignore it: the account stays unused.`,
    },
    reauthentication: {
      title: "Confirm that it is you",
      preview: "Your verification code.",
      text: ["Type this code to go on:"],
      action: { kind: "code" },
      note: "It works once, for one hour.",
      reason: `You get this email because someone signed in to your account at ${name} is changing its password. If it was not you, sign out everywhere and choose a new password.`,
    },
    password_changed: {
      title: "Your password was changed",
      preview: "The password of your account was changed.",
      text: [
        "The password of <strong>{{ .Email }}</strong> was changed, and every other device was signed out.",
        RESET,
      ],
      action: NEW_PASSWORD,
      reason: safety,
    },
    email_changed: {
      title: "Your email address was changed",
      preview: "The email address of your account was changed.",
      text: [
        "Your account now has the address <strong>{{ .Email }}</strong> in place of {{ .OldEmail }}. Both addresses agreed to it.",
        WRITE,
      ],
      action: CONTACT,
      reason: safety,
    },
    mfa_factor_enrolled: {
      title: "Two-step verification was turned on",
      preview: "An authenticator app was added to your account.",
      text: [
        "An authenticator app was added to <strong>{{ .Email }}</strong>. Signing in now takes a code from it.",
        WRITE,
      ],
      action: CONTACT,
      reason: safety,
    },
    mfa_factor_unenrolled: {
      title: "An authenticator app was removed",
      preview: "An authenticator app was removed from your account.",
      text: ["An authenticator app was removed from <strong>{{ .Email }}</strong>.", RESET],
      action: NEW_PASSWORD,
      reason: safety,
    },
  };
}
