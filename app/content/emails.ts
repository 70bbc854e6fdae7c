/**
 * All emails, by template name: HTML with Supabase's placeholders, e.g. `{{ .Email }}`. Supabase Auth sends
 * most of them: `node tools/generate-brand-files.ts` generates supabase/templates, and their subjects are in
 * supabase/config.toml.
 */
import { href } from "react-router";
import { paidPlans } from "./plans.ts";

/** `confirm`: a link that verifies the address. `page`: a link to a page. `code`: a code to type. */
type EmailAction =
  | {
      readonly kind: "confirm";
      readonly type: string;
      readonly label: string;
      /** The page that asked for the email has a field for its code. */
      readonly hasCode?: true;
    }
  | { readonly kind: "page"; readonly url: string; readonly label: string }
  | { readonly kind: "code" };

export interface Email {
  /** The heading, and the subject of an email that the site sends. */
  readonly title: string;
  /** Shown above the text in place of the title. */
  readonly heading?: string;
  readonly text: readonly string[];
  readonly action?: EmailAction;
  /** Shown below the action; may contain links. */
  readonly note?: string;
  /** Signed by a founder, who writes next. */
  readonly isFromFounder?: true;
  /** Why the recipient gets this email, and what to do if they did not expect it. */
  readonly reason: string;
}

const ONCE = "The link works once, for one hour.";
/** What to do about a change that one did not make. */
const IF_NOT_YOU = {
  contact: "If this was you, you’re all set. If it wasn’t, contact us right away:",
  reset: "If this was you, you’re all set. If it wasn’t, choose a new password now:",
  undo: "If this was you, you’re all set. If it wasn’t, undo it here, then choose a new password:",
} as const;
const LAST_SIGN_IN = "You last signed in with {{ .Device }}.";
/** Supabase Auth knows neither the time nor the device. */
const DEVICES = `<a href="{{ .SiteURL }}${href("/settings/devices")}">See when and where you’re signed in</a>`;
const onSite = (path: string, label: string) =>
  ({ kind: "page", url: `{{ .SiteURL }}${path}`, label }) as const;
/** Keeps the line breaks of what people wrote. */
const block = (text: string) => `<span style="white-space: pre-line;">${text}</span>`;
const CONTACT = onSite(href("/contact"), "Contact us");
const FORGOT = `<a href="{{ .SiteURL }}${href("/auth/forgotpass")}">Reset your password</a>`;
const NEW_PASSWORD = onSite(href("/auth/forgotpass"), "Reset your password");

/** The plan whose checkout the link leads to, if any. Go's templates have no test of a prefix. */
const CHOSEN_PLAN = paidPlans
  .map(({ id, name }) => {
    const page = `(print .SiteURL "${href("/purchase/:plan", { plan: id })}?")`;
    return `{{ if eq (printf "%.*s" (len ${page}) .RedirectTo) ${page} }} You’ll continue to the ${name} plan.{{ end }}`;
  })
  .join("");

const securityReason = (name: string) =>
  `You’re getting this email because it concerns the security of your account at ${name}.`;

/** Supabase Auth's emails. `name` is the studio's name as HTML. */
export function createAuthEmails(name: string): Readonly<Record<string, Email>> {
  const security = { note: DEVICES, reason: securityReason(name) };
  return {
    confirmation: {
      title: "Confirm your email address",
      text: [
        `Thanks for signing up. Confirm this email address and your account is ready.${CHOSEN_PLAN}`,
        ONCE,
      ],
      action: { kind: "confirm", type: "email", label: "Confirm email address", hasCode: true },
      reason: `You’re getting this email because someone signed up at ${name} with this address. If it wasn’t you, ignore it: the account can’t be used until the address is confirmed.`,
    },
    recovery: {
      title: "Reset your password",
      text: ["Choose a new password for your account.", ONCE],
      action: { kind: "confirm", type: "recovery", label: "Choose a new password", hasCode: true },
      reason: `You’re getting this email because someone asked to reset the password of your account at ${name}. If it wasn’t you, ignore it: nothing changes.`,
    },
    magic_link: {
      title: "Your sign-in link",
      heading: `Sign in to ${name}`,
      text: [
        "Here is your link to sign in.",
        `${ONCE} Don’t share it or its code: either opens your account.`,
      ],
      action: { kind: "confirm", type: "email", label: "Sign in", hasCode: true },
      reason: `You’re getting this email because someone requested a sign-in link for this address at ${name}. If it wasn’t you, ignore it: no one can sign in without it.`,
    },
    email_change: {
      title: "Confirm the change of your email address",
      text: [
        "You asked to change the email address of your account from <strong>{{ .Email }}</strong> to <strong>{{ .NewEmail }}</strong>.",
        "For your security, we emailed both addresses. The change takes effect once you have opened the link in each of the two emails. Each link works once, for one hour.",
      ],
      action: { kind: "confirm", type: "email_change", label: "Confirm the change" },
      reason: `You’re getting this email because someone asked to change the email address of your account at ${name}. If it wasn’t you, don’t open the link, and change your password.`,
    },
    invite: {
      title: "You are invited",
      text: [
        `Someone created an account at ${name} for you. Accept the invitation and choose a password.`,
        ONCE,
      ],
      action: { kind: "confirm", type: "invite", label: "Accept the invitation" },
      reason: `You’re getting this email because someone invited this address to ${name}. If you weren’t expecting it, ignore it: the account stays unused.`,
    },
    reauthentication: {
      title: "Confirm that it’s you",
      text: ["Enter this code to continue:"],
      action: { kind: "code" },
      note: "It works once, for one hour.",
      reason: `You’re getting this email because someone signed in to your account at ${name} is changing its password. If it isn’t you, sign out everywhere and choose a new password.`,
    },
    password_changed: {
      title: "Your password was changed",
      text: [
        "The password of your account was changed, and every other device was signed out.",
        IF_NOT_YOU.reset,
      ],
      action: NEW_PASSWORD,
      ...security,
    },
    email_changed: {
      title: "Your email address was changed",
      text: [
        "The email address of your account is now <strong>{{ .Email }}</strong> instead of {{ .OldEmail }}. The change was confirmed from both addresses.",
        IF_NOT_YOU.contact,
      ],
      action: CONTACT,
      ...security,
    },
    mfa_factor_enrolled: {
      title: "An authenticator app was added",
      text: [
        "An authenticator app was added to your account. Signing in now requires a code from an authenticator app.",
        IF_NOT_YOU.contact,
      ],
      action: CONTACT,
      ...security,
    },
    mfa_factor_unenrolled: {
      title: "An authenticator app was removed",
      text: ["An authenticator app was removed from your account.", IF_NOT_YOU.reset],
      action: NEW_PASSWORD,
      ...security,
    },
  };
}

/** The emails that the site sends itself. `toPrepare`: what a new subscriber should tell us, as HTML. */
export function createSiteEmails(name: string, toPrepare: string): Readonly<Record<string, Email>> {
  const changed = (title: string, ...text: string[]): Email => ({
    title,
    text,
    action: onSite(href("/settings/general"), "View your plan"),
    reason: `You’re getting this email because you have a subscription at ${name}.`,
  });
  const started = (title: string, ...terms: string[]): Email => ({
    ...changed(
      title,
      "Thank you. Your {{ .Plan }} has started.",
      "{{ .FoundersNextStep }}",
      toPrepare,
      ...terms,
    ),
    heading: "What happens next",
    isFromFounder: true,
  });
  const deleted = (...text: string[]): Email => ({
    title: "Your account was deleted",
    text: [
      "Your account and everything in it were deleted on {{ .Time }}.",
      ...text,
      "If this wasn’t you, contact us right away:",
    ],
    action: CONTACT,
    reason: `You’re getting this email because this address had an account at ${name}. This is the last one.`,
  });
  return {
    account_exists: {
      title: "You already have an account",
      heading: `You already have an account at ${name}`,
      text: [
        "Someone tried to sign up with this email address, which already has an account, on {{ .Time }}. Nothing about it has changed.",
        "If it was you, sign in as usual.",
      ],
      action: onSite(href("/auth/signin"), "Sign in"),
      note: `<a href="{{ .SiteURL }}/auth/forgotpass">Forgot your password?</a>`,
      reason: `You’re getting this email because someone entered your address on the sign-up page of ${name}. If it wasn’t you, ignore it: they did not get in, and were not told that you have an account.`,
    },
    new_browser: {
      title: "A new sign-in to your account",
      text: [
        "Your account was signed in to with {{ .Device }} on {{ .Time }}. That browser is new to your account, or its cookies were deleted.",
        IF_NOT_YOU.undo,
      ],
      action: onSite(href("/settings/devices"), "View your devices"),
      note: FORGOT,
      reason: securityReason(name),
    },
    recovery_code_used: {
      title: "A recovery code was used",
      text: [
        "A recovery code of your account was used on {{ .Time }}, with {{ .Device }}.",
        "Signing in with one removes all authenticator apps and signs out every other device. Until an app is set up again, the password alone opens the account.",
        IF_NOT_YOU.reset,
      ],
      action: NEW_PASSWORD,
      reason: securityReason(name),
    },
    passkey_added: {
      title: "A passkey was added",
      text: [
        "A passkey was added to your account on {{ .Time }}. It can be used to sign in without your password.",
        LAST_SIGN_IN,
        IF_NOT_YOU.undo,
      ],
      action: onSite(href("/settings/passkeys"), "View your passkeys"),
      note: FORGOT,
      reason: securityReason(name),
    },
    passkey_removed: {
      title: "A passkey was removed",
      text: [
        "A passkey was removed from your account on {{ .Time }}, and can no longer be used to sign in.",
        LAST_SIGN_IN,
        IF_NOT_YOU.reset,
      ],
      action: NEW_PASSWORD,
      reason: securityReason(name),
    },
    account_deleted: deleted(),
    account_and_billing_ended: deleted(
      "Billing has ended too: no subscription is active, and we’ve removed your payment details. Stripe keeps past invoices for as long as tax law requires.",
    ),
    trial_started: started(
      "Your free trial: what happens next",
      "Your trial is free until {{ .Date }}. Then it’s {{ .Price }}, unless you cancel first.",
    ),
    subscription_started: started(
      "Your {{ .Plan }}: what happens next",
      "It’s {{ .Price }}. It renews on {{ .Date }}, and keeps renewing until you cancel.",
    ),
    plan_switched: changed(
      "Your {{ .Plan }} has started",
      "{{ .CurrentPlan }} {{ .Charge }}",
      "{{ .NextStep }}",
    ),
    switch_scheduled: changed(
      "Your {{ .Plan }} starts on {{ .Date }}",
      "From then on it’s {{ .Price }}. Until then, you keep your current plan.",
      "If you change your mind, you can keep your current plan in your settings.",
    ),
    plan_kept: changed("You’re keeping your {{ .Plan }}", "{{ .CurrentPlan }}"),
    payment_recovered: changed(
      "Your payment went through",
      "Thank you. {{ .Charge }}",
      "{{ .CurrentPlan }}",
      "{{ .PaidNextStep }}",
    ),
    plan_canceled: changed(
      "Your {{ .Plan }} is canceled",
      "You keep it until {{ .Date }}, and you won’t be charged for it after that.",
      "If you change your mind before then, you can keep it in your settings.",
    ),
    plan_ended: {
      title: "Your {{ .Plan }} has ended",
      text: [
        "Your {{ .Plan }} ended on {{ .Date }}. {{ .LastPayment }} You won’t be charged for it again.",
        "You can start a plan again at any time.",
      ],
      action: onSite(href("/pricing"), "View plans"),
      reason: `You’re getting this email because you had a subscription at ${name}.`,
    },
    message_copy: {
      title: "We’ve got your message",
      text: ["{{ .Reply }}", "Your message:", block("{{ .Message }}")],
      reason: `You’re getting this email because you wrote to ${name} while you were signed in.`,
    },
    ...createStudioEmails(name),
  };
}

/** Emails to the studio's own address. */
function createStudioEmails(name: string): Readonly<Record<string, Email>> {
  const reason = `You’re getting this email because this is the address of ${name}.`;
  const change = (title: string, ...text: string[]): Email => ({
    title: `${title}: {{ .Plan }}`,
    text: ["Account: {{ .Account }}", "Time: {{ .Time }}", "Price: {{ .Price }}", ...text],
    action: { kind: "page", url: "{{ .CustomerURL }}", label: "View the customer at Stripe" },
    reason,
  });
  const messages = block("{{ .Messages }}");
  return {
    studio_subscription_started: change(
      "A new {{ .Kind }}",
      "First payment or renewal: {{ .Date }}",
      "The site promised: {{ .NextStep }}",
    ),
    studio_plan_switched: change(
      "A {{ .Kind }} was switched",
      "{{ .Unpaid }}",
      "The site promised: {{ .NextStep }}",
    ),
    studio_switch_scheduled: change("A switch is scheduled", "It starts on {{ .Date }}."),
    studio_subscription_canceled: change("A {{ .Kind }} was canceled", "It ends on {{ .Date }}."),
    studio_plan_kept: change("A {{ .Kind }} continues", "Next payment: {{ .Date }}"),
    studio_payment_failed: change("A payment failed", "The plan is paused."),
    studio_payment_recovered: change(
      "A failed payment went through",
      "The site promised: {{ .PaidNextStep }}",
    ),
    studio_subscription_ended: change("A {{ .Kind }} ended", "{{ .LastPayment }}"),
    studio_message: {
      title: "Message from {{ .Sender }}",
      text: [messages],
      note: `A reply to this email goes to the sender. The site promised: {{ .Reply }}`,
      reason,
    },
    studio_messages_held: {
      title: "Messages not in the spreadsheet: {{ .Count }}",
      text: [
        "Those at the top were emailed to you when they came. The others look like spam or came in a flood. Their senders were thanked, so please look for a real one.",
        messages,
      ],
      note: "The reason, and how to forward one: docs/contact.md",
      reason,
    },
  };
}
