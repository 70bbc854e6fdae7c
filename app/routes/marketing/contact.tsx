import type { ReactNode } from "react";
import { href, redirect } from "react-router";
import * as v from "valibot";
import { markMessage } from "~/account/change-requests";
import { findSender, GUEST } from "~/account/sender.server";
import { readUnverifiedSession } from "~/auth/session/auth.server";
import { ContactForm } from "~/contact/contact-form";
import { contactSchema, keepStartTime } from "~/contact/schema";
import { faq } from "~/content/marketing/faq";
import { portfolio } from "~/content/marketing/portfolio";
import { about, founders } from "~/content/marketing/team";
import { studio } from "~/content/studio";
import { formError, formResponse } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { readForm } from "~/http/read-body.server";
import { Drawing } from "~/marketing/drawing";
import { createGuestCookie } from "~/navigation/flash.server";
import { pageMeta } from "~/navigation/page-meta";
import { signInPath } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { TextLink } from "~/ui/button";
import type { Route } from "./+types/contact";

/** Uncached, because each form has a message id: a resubmitted form is one message. */
export const handle: RouteHandle = { plain: true, uncached: true, turnstile: true };

/** Whom the page thanks after the redirect of a sent message. */
const sentFlash = createGuestCookie(
  "flash-contact",
  v.strictObject({ name: v.string(), email: v.string(), reply: v.string() }),
);

/** Query: `topic=change` is a subscriber's request; `sent` thanks for a message. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const { reply } = await findSender(context);
  const { sessionKey, email } = await readUnverifiedSession(context);
  const isChange = isChangeRequest(url);
  // Skipped for the result of a form, whose session has just ended: only a submission has a content type.
  if (isChange && sessionKey === "" && !request.headers.has("Content-Type"))
    throw redirect(signInPath(url.pathname + url.search));
  const another = new URL(url);
  another.searchParams.delete("sent");
  return {
    email,
    isChange,
    reply,
    isSent: url.searchParams.has("sent"),
    thanks: { ...sentFlash.read(platform) },
    another: another.pathname + another.search,
    messageId: crypto.randomUUID(),
    startedAt: Date.now(),
    turnstileKey: platform.config.turnstile?.siteKey,
  };
}

const isChangeRequest = ({ searchParams }: URL) => searchParams.get("topic") === "change";

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = parseForm(contactSchema, await readForm(request));
  if (!form.ok) {
    const { values } = form.error;
    const startedAt = keepStartTime(values?.startedAt);
    return formResponse({ ...form.error, values: { ...values, startedAt } });
  }
  const platform = getPlatform(context);
  const { id, startedAt, name = "", email, message } = form.value;
  const values = { id, startedAt: String(startedAt), name, email, message };
  const limited = await checkRateLimit(platform, { purpose: "contact", typedAddress: email });
  if (limited) return formResponse(formError(limited, values));
  const { NOT_SENT, sendMessage } = await import("~/contact/send-message.server");
  const customer = await findSender(context);
  const sender = name || customer.name;
  const sent = new URL(url);
  sent.searchParams.set("sent", "");
  if (customer === GUEST) sent.searchParams.delete("topic");
  const isFromAccount = email.toLowerCase() === customer.account.toLowerCase();
  const isRequest = isFromAccount && isChangeRequest(sent);
  const text = markMessage(message, { isRequest, planName: customer.planName });
  const written = { ...form.value, name: sender, message: text };
  if (!(await sendMessage(platform, written, customer)))
    return formResponse(formError(NOT_SENT, values));
  sentFlash.set(platform, { name: sender, email, reply: customer.reply });
  throw redirect(sent.pathname + sent.search, 303);
}

const HEADS = {
  guest: {
    title: "Tell us what slows you down",
    lead: "One paragraph is plenty. Expect two questions and an opinion in return.",
    example: "For example: “We type every order twice, and it takes an hour a day.”",
  },
  /** Set if the visitor is signed in. */
  customer: {
    title: "What can we do?",
    lead: "A question, a problem or an idea: one paragraph is plenty.",
    example: "",
  },
  /** Set if the visitor's plan includes changes. */
  change: {
    title: "Request a change",
    lead: "Which application, what should be different, and for whom?",
    example: "",
  },
} as const;

/** Whose weekdays and hours they are. */
const PLACE = `${studio.city} (${studio.phone.timeZone})`;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Contact",
    canonicalPath: href("/contact"),
    description:
      "Tell us what slows you down at work. Call on weekdays 8a-5p or write; a founder replies within one business day.",
  });

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { phone, email } = studio;
  const { title, lead, example } =
    HEADS[loaderData.isChange ? "change" : loaderData.email ? "customer" : "guest"];
  return (
    <>
      <div className="contact-page max-w-contact">
        {loaderData.isSent ? (
          <MessageSent
            reply={loaderData.reply}
            another={loaderData.another}
            {...loaderData.thanks}
          />
        ) : (
          <>
            <h1 className="text-title">{title}</h1>
            <p className="mt-6 max-w-2xl text-ink-soft text-lead">{lead}</p>
            {/* On wide screens they are beside the form. */}
            <p className="mt-4 text-ink-soft lg:hidden">
              <span>Or call</span> <TextLink to={phone.href}>{phone.display}</TextLink>
              <span>, or write to</span> <TextLink to={`mailto:${email}`}>{email}</TextLink>.
              <small className="mt-1 block text-sm">{`${phone.hours}, ${PLACE}`}</small>
            </p>
            <div className="mt-10">
              <ContactForm {...loaderData} example={example} />
            </div>
          </>
        )}
      </div>
      <aside className="card grid h-fit gap-6">
        <h2 className="font-semibold text-base tracking-normal">Who reads this</h2>
        <ul className="grid gap-4">
          {founders.map(({ name, portrait, role }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Drawing
                name={portrait}
                label={about.portraitLabel(name)}
                className="aspect-square w-18 overflow-hidden rounded-card"
              />
              <p className="min-w-0 flex-1 basis-32 text-balance">
                <span className="block font-medium">{name}</span>
                <span className="block text-ink-soft text-sm leading-snug">{role}</span>
              </p>
            </li>
          ))}
        </ul>
        {/* On narrow screens the form has them above it. */}
        <div className="grid gap-6 max-lg:[.contact-page:has(form)+aside_&]:hidden">
          <div className="stitch" />
          <dl className="grid gap-6">
            <ContactMethod title="Call" href={phone.href} address={phone.display}>
              {phone.hours}
              <br />
              {PLACE}
            </ContactMethod>
            <ContactMethod title="Email" href={`mailto:${email}`} address={email} />
          </dl>
        </div>
      </aside>
    </>
  );
}

interface MessageSentProps {
  /** Unknown after a while, or without cookies. */
  readonly name?: string;
  readonly email?: string;
  /** When a founder replies. */
  readonly reply: string;
  /** The path of an empty form with the same topic. */
  readonly another: string;
}

/** Replaces the form, so that unsure visitors don’t resend. */
function MessageSent({ name, email, reply, another }: MessageSentProps) {
  return (
    <div className="grid justify-items-start gap-8">
      <h1 className="text-title">
        <span>Thanks</span>
        {name ? (
          <span>
            , <bdi>{name}</bdi>
          </span>
        ) : null}
      </h1>
      <Alert type="success" hasFocus>
        <strong>Your message has been sent!</strong>
        <p className="mt-1 wrap-anywhere">
          <span>{reply}</span>
          {email ? <span>{` The answer goes to ${email}.`}</span> : null}
        </p>
      </Alert>
      <ul className="stitch-above grid w-full gap-6 pt-8 sm:grid-cols-2">
        <NextStep to={href("/portfolio")} label={portfolio.title}>
          {portfolio.lead}
        </NextStep>
        <NextStep to={href("/faq")} label={faq.title}>
          {faq.lead}
        </NextStep>
      </ul>
      <TextLink to={another}>Write another message</TextLink>
    </div>
  );
}

function NextStep({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <li>
      <TextLink to={to} className="font-medium text-subheading">
        {label}
      </TextLink>
      <p className="mt-2 text-ink-soft">{children}</p>
    </li>
  );
}

function ContactMethod({
  title,
  href,
  address,
  children,
}: {
  title: string;
  href: string;
  address: string;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt className="font-semibold text-sm">{title}</dt>
      <dd>
        <a href={href} className="link wrap-anywhere font-medium text-subheading">
          {address}
        </a>
        <p className="mt-1 text-ink-soft text-sm empty:hidden">{children}</p>
      </dd>
    </div>
  );
}
