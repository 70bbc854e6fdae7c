/** Terms, privacy policy and accessibility statement. Have a lawyer review them before the site goes live. */
import { brand } from "../brand";
import { BILLED, plans, TRIAL_DAYS, TRIAL_PLAN } from "../plans";
import { studio } from "../studio";

/**
 * One block of a section: a paragraph, or a list. An entry may have a heading, "Passkeys: ", and on a second
 * line how long it is kept.
 */
export type LegalBlock = string | readonly string[];

interface LegalText {
  readonly id: LegalSectionId;
  readonly title: string;
  /** The title beside those of the others. */
  readonly label: string;
  /** Description for search engines and link previews. */
  readonly description: string;
  readonly intro: string;
  readonly sections: readonly { readonly title: string; readonly blocks: readonly LegalBlock[] }[];
}

export const LEGAL_SECTION_IDS = ["terms-of-service", "privacy-policy", "accessibility"] as const;

type LegalSectionId = (typeof LEGAL_SECTION_IDS)[number];

/** A placeholder, like the facts listed in studio.ts: change it with every change of the texts. */
export const LEGAL_UPDATED = "Last updated October 5th, 2021";

/** The section with that id; the terms of service for an unknown one. */
export function readLegalSection(candidate: string): LegalSectionId {
  return LEGAL_SECTION_IDS.find((id) => id === candidate) ?? "terms-of-service";
}

const planNames = plans
  .map(({ name }) => name)
  .join(", ")
  .replace(/, (?=\w+$)/, ", and ");

const terms: LegalText = {
  id: "terms-of-service",
  title: "Terms of service",
  label: "Terms",
  description: "The terms under which we provide this site, its accounts and its plans.",
  intro: `These terms apply to this website, to accounts on it and to the ${planNames} plans. Projects that we build for you have a separate contract; where the two differ, that contract applies.`,
  sections: [
    {
      title: "Who we are",
      blocks: [
        `“${brand.name}”, “we” and “us” mean the studio that runs this site, which you can reach at ${studio.email}. “You” means anyone who uses it; if you use it for a company, you confirm that you may agree to these terms on its behalf.`,
      ],
    },
    {
      title: "Your account",
      blocks: [
        "You need an account for the dashboard and for a plan. Please use an email address that belongs to you and keep it up to date: it is how we reach you and how you recover access.",
        "Keep your password to yourself. What happens under your account is your responsibility unless we caused it. Tell us immediately if you believe that someone else has access.",
      ],
    },
    {
      title: "Plans, trial and payment",
      blocks: [
        `Plans are billed ${BILLED} in advance, in US dollars, at the price shown on the pricing page on the day you subscribe. Your first ${TRIAL_PLAN} starts with a free trial of ${TRIAL_DAYS} days, with everything the plan includes; there is one free trial per account. If you cancel before the trial ends, you are not charged.`,
        `The pricing page lists what each plan includes. Changes are counted by the month, and unused time is not carried over. ${studio.businessDays}`,
        "Card details go to our payment provider and never reach our servers. If a payment fails, the plan is paused, your settings show what is due, and we try again. If it keeps failing, the plan ends.",
        "If a price changes, we email you at least 30 days before it applies to you. Taxes are added where the law requires it.",
      ],
    },
    {
      title: "Canceling",
      blocks: [
        "You may cancel at any time in your settings, under Plan. The plan then runs to the end of the period you have paid for. We do not refund partial periods, except where the law requires it or where we failed to deliver what the plan promises.",
        "We may end an account that breaks these terms. Unless that would harm someone, we contact you first and give you time to fix the problem and to export your data.",
      ],
    },
    {
      title: "Ownership",
      blocks: [
        "What you put into your account stays yours. You allow us to store and process it only as far as running the service requires.",
        "The site itself, its text, illustrations and name are ours. You may link to any page. Please ask before you copy more than a short quotation.",
      ],
    },
    {
      title: "Fair use",
      blocks: [
        "Please do not use the site to:",
        [
          "break the law or the rights of others",
          "send unsolicited messages or harmful code",
          "get into accounts or systems that are not yours, or put unreasonable load on ours",
          "resell the service as your own without a written agreement",
        ],
        "Security research in good faith is welcome: tell us what you found before you tell anyone else, and leave other people’s data alone.",
      ],
    },
    {
      title: "Warranty and liability",
      blocks: [
        "We run the service with care, keep backups and announce planned maintenance. We cannot promise that it never fails. Beyond what the law or your plan guarantees, we provide it “as is”.",
        "As far as the law allows, neither side owes the other for lost profit or indirect damage, and our total liability in any twelve months is limited to what you paid us in those months. Nothing here limits liability for willful misconduct, gross negligence or injury.",
      ],
    },
    {
      title: "Changes and applicable law",
      blocks: [
        "We may change these terms when the service or the law changes. Anything that matters to you is announced by email 30 days ahead; if you disagree, you may cancel before it takes effect.",
        `These terms follow the law of ${studio.jurisdiction}, and its courts decide disputes that we cannot settle between us. If one clause turns out to be void, the others remain in effect.`,
      ],
    },
  ],
};

const privacy: LegalText = {
  id: "privacy-policy",
  title: "Privacy policy",
  label: "Privacy",
  description: "What we store about you, why, for how long, and how to have it removed.",
  intro:
    "We collect only what we need to run this site, and we sell none of it. No page has advertising trackers, analytics that follow you elsewhere, or fonts from other companies.",
  sections: [
    {
      title: "What we keep, and for how long",
      blocks: [
        [
          "Contact messages: Your name, email address and message, and your plan if you are signed in, so that we can answer you.\nKept in our database for 90 days after they reach our spreadsheet, or for a year if they don’t. The copies in our mailbox and spreadsheet are kept until you ask us to delete them.",
          "Accounts: Your email address, the name you choose, a hash of your password, and which sign-in provider you use, if any.\nKept until you delete the account in your settings.",
          "Passkeys: The public key of each, its name, and when it was added and last used. The private key never leaves your device.\nKept no longer than your account.",
          "Two-step verification: The name and secret of each authenticator app, hashes of your recovery codes, and the last codes you entered, so that each works once.\nKept no longer than your account.",
          "Sign-ins: Your browser’s name, when you signed in and when it was last used, so that you can see your devices and sign them out. Supabase also stores its IP address.\nKept for as long as you are signed in there.",
          "Your items: What you put on your list in the dashboard, so that it is there next time.\nKept no longer than your account.",
          "Plans: Which plan you have, its status and your customer number at Stripe. Card numbers are entered there and never reach us.\nKept no longer than your account. Stripe keeps invoices for as long as tax law requires.",
          "Emails to you: What we write to you about your account, including the email that confirms its deletion.\nKept for a week.",
          "Error reports: When one of our scripts fails in your browser, or your browser blocks part of a page, it sends us the page, what went wrong and where in our code. The reports do not include who you are or what you typed.\nKept for 30 days at most.",
          "Logs: Address of the page, time, result and a random request number, so that we can find errors. Logs contain neither messages nor passwords.\nKept for 30 days at most.",
          "Backups: Copies of our database, so that nothing is lost when it fails.\nKept for 90 days at most.",
        ],
      ],
    },
    {
      title: "Cookies and storage",
      blocks: [
        "Without an account, we set no cookie until you send a message or begin to sign up or sign in. What our cookies keep, and what else your browser keeps:",
        [
          "Messages between pages: A note for the next page to show, such as “Thank you” with your name.\nKept for two minutes, or ten after the payment page.",
          "Passkeys: A code that ties a request for a passkey to your browser, set when you focus the email field of the sign-in page or choose a passkey there.\nKept for five minutes.",
          "Links by email: The address that you entered to sign up or to get a link, and a code that ties the link to your browser.\nKept for an hour, even after you use the link. The code is kept for a day.",
          "Visits to other sites: A code that ties the answer of Google or GitHub to your browser, and the time you left for the billing portal.\nKept for an hour.",
          "Sign-in: Your session, which keeps you signed in, and a note that this browser has signed in to your account.\nKept until you sign out, and at most 400 days after your last visit. The note is kept for a year.",
          "Browser storage: Your choice of theme, the sign-in provider you used last, and random identifiers of your account and session.\nKept until you clear this site’s data.",
          "Each tab: Which pages you moved between, how far you had scrolled, a contact message until it is sent, changes to your list until they arrive, and what you had typed when your session ended.\nKept until you close the tab. Signing out deletes the texts, and what you had typed is kept for an hour at most.",
          "Other companies: On the page that takes you to payment, Stripe’s script sets two cookies that help it detect fraud. Where a form checks that you’re human, Cloudflare’s Turnstile may set cookies of its own.\n__stripe_mid is kept for a year, and __stripe_sid for 30 minutes.",
        ],
      ],
    },
    {
      title: "Who we share it with",
      blocks: [
        "Companies that work for us, each with only what its task needs:",
        [
          "Cloudflare: Delivers this site, protects it, and sends our emails.",
          "Supabase: Holds our database and its backups, and checks who signs in.",
          "Stripe: Charges cards and holds invoices.",
          "Google and GitHub: If you sign in with one of them, it tells us your name and email address.",
          "Our email and spreadsheet providers: Hold the contact messages.",
        ],
        "They may process data outside your country under the safeguards that the law requires. We give data to authorities only when we are legally required to, and we tell you unless we are prohibited from doing so.",
      ],
    },
    {
      title: "Your rights",
      blocks: [
        "You may ask for a copy of your data, have it corrected, moved or deleted, and object to how we use it. Depending on where you live, the GDPR, the CCPA or another law gives you these rights; we grant them to everyone.",
        `Write to ${studio.email} from the address in question and we will answer within 30 days. If you are not satisfied, you can complain to your data protection authority.`,
      ],
    },
    {
      title: "Security",
      blocks: [
        "Connections are encrypted, passwords are hashed, and rules in the database itself keep each person’s rows private. If data is ever exposed, we tell those affected and the authorities within 72 hours of finding out.",
      ],
    },
    {
      title: "Children, and changes",
      blocks: [
        "The service is not meant for children under 16, and we delete accounts that turn out to belong to one. If this policy changes in a way that matters to you, we email you before it takes effect.",
      ],
    },
  ],
};

const accessibility: LegalText = {
  id: "accessibility",
  title: "Accessibility",
  label: "Accessibility",
  description: "How we keep this site usable for everyone, and how to report a problem.",
  intro:
    "Everyone should be able to use this site, whatever device, browser or assistive technology they have. We aim for the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.",
  sections: [
    {
      title: "What we do",
      blocks: [
        [
          "Everything works with a keyboard, with visible focus, and every form works without JavaScript, except the one that adds a passkey.",
          "Text can be enlarged to twice its size, and pages fit screens from 320 pixels, without scrolling sideways.",
          "Colors have sufficient contrast in the light and the dark theme.",
          "Animations stay still when your system asks for reduced motion.",
          "Errors are shown next to the field they belong to and announced to screen readers.",
        ],
      ],
    },
    {
      title: "How we check it",
      blocks: [
        "Automated tests check every page in both themes, on narrow screens and with large text, before each release. Such tests find only part of the problems. We have not yet tested the site with people who use a screen reader every day.",
        "Payment pages, and the pages where you sign in with Google or GitHub, belong to those companies, so we cannot change them.",
      ],
    },
    {
      title: "Tell us",
      blocks: [
        `If something does not work for you, write to ${studio.email} or use the contact form. Describe the page and what you use to read it; we will answer, and help you another way until it is fixed.`,
      ],
    },
  ],
};

export const legalTexts: Readonly<Record<LegalSectionId, LegalText>> = {
  "terms-of-service": terms,
  "privacy-policy": privacy,
  accessibility,
};
