import type { ReactNode } from "react";
import { href } from "react-router";
import { getAuth, readClientSession } from "~/auth/session/auth.server";
import { viewSubscription } from "~/billing/plan/subscription-view.server";
import { ContactForm } from "~/contact/contact-form";
import { contactSchema, keepStartTime } from "~/contact/schema";
import { about, founders } from "~/content/marketing/team";
import { studio } from "~/content/studio";
import { type FormValues, formError, formResponse, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { readForm } from "~/http/read-body.server";
import { Drawing } from "~/marketing/drawing";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { TextLink } from "~/ui/button";
import type { Route } from "./+types/contact";

/** Uncached, because each form has a message id: a resubmitted form is one message. */
export const handle: RouteHandle = { plain: true, uncached: true, turnstile: true };

/** Query: `topic=change` is a subscriber's request. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { email } = await readClientSession(context);
  return {
    email,
    isChange: email !== "" && isChangeRequest(url),
    messageId: crypto.randomUUID(),
    startedAt: Date.now(),
    turnstileKey: getPlatform(context).config.turnstile?.siteKey,
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
  const limited = await checkRateLimit(platform, { purpose: "contact", target: email });
  if (limited) return formResponse(formError(limited, values));
  const { NOT_SENT, sendMessage } = await import("~/contact/send-message.server");
  const customer = await readCustomer(context);
  const sender = name || customer?.name || "";
  const topics = [
    ...(customer && isChangeRequest(url) ? ["Change request"] : []),
    ...(customer?.planName ? [`${customer.planName} plan`] : []),
  ];
  const text = topics.length > 0 ? `[${topics.join(", ")}] ${message}` : message;
  if (await sendMessage(platform, { ...form.value, name: sender, message: text })) {
    const sent = formSuccess("Your message has been sent!", { values: { name: sender, email } });
    return formResponse(sent);
  }
  return formResponse(formError(NOT_SENT, values));
}

/** Name and plan of a signed-in sender; undefined for a guest, and while they can't be read. */
async function readCustomer(context: RequestContext) {
  const auth = await getAuth(context);
  if (auth.kind !== "user") return undefined;
  const { database, config, requestId } = getPlatform(context);
  const { readUser } = await import("~/account/account.server");
  try {
    const user = await readUser(await database.get(), auth.session.userId);
    const { isLive, planName } = viewSubscription(user?.customer, config.stripe);
    return { name: user?.name, planName: isLive ? planName : null };
  } catch (error) {
    logError("contact.sender_unread", error, { requestId });
    return undefined;
  }
}

const HEADS = {
  guest: {
    title: "Tell us what slows you down",
    lead: "One paragraph is plenty. A founder reads it and writes back, usually with two questions and an opinion.",
  },
  /** For someone who is signed in. */
  customer: {
    title: "What can we do?",
    lead: "A question, a problem or an idea: one paragraph is plenty. A founder reads it and writes back.",
  },
  /** For someone whose plan includes changes. */
  change: {
    title: "Request a change",
    lead: "Which application, what should be different, and for whom? A founder reads it and writes back.",
  },
} as const;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Contact",
    description:
      "Tell us what slows you down at work. Call on weekdays 8a-5p or write; a founder replies within one business day.",
  });

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { phone, email, replyTime } = studio;
  const { title, lead } =
    HEADS[loaderData.isChange ? "change" : loaderData.email ? "customer" : "guest"];
  return (
    <>
      <div className="contact-page max-w-contact">
        <h1 className="text-title">{title}</h1>
        <p className="mt-6 mb-10 max-w-2xl text-ink-soft text-lead">{lead}</p>
        {actionData?.status === "success" ? (
          <MessageSent {...actionData} />
        ) : (
          <ContactForm {...loaderData} />
        )}
      </div>
      <aside className="grid content-start gap-6 lg:border-line lg:border-s lg:pt-3 lg:ps-10">
        <h2 className="font-semibold text-base tracking-normal">Who reads this</h2>
        <ul className="grid gap-4">
          {founders.map(({ name, portrait, role }) => (
            <li key={name} className="grid grid-cols-[auto_1fr] items-center gap-x-4">
              <Drawing
                name={portrait}
                label={about.portraitLabel(name)}
                className="w-18 overflow-hidden rounded-card"
              />
              <p>
                <span className="block font-medium">{name}</span>
                <span className="block text-ink-soft text-sm leading-snug">{role}</span>
              </p>
            </li>
          ))}
        </ul>
        <div className="stitch" />
        <dl className="grid gap-6 max-lg:sm:grid-cols-2">
          <ContactMethod title="Call" href={phone.href} address={phone.display}>
            {phone.hours}
            <br />
            {phone.timeZone}
          </ContactMethod>
          <ContactMethod title="Email" href={`mailto:${email}`} address={email}>
            {replyTime}
          </ContactMethod>
        </dl>
      </aside>
    </>
  );
}

/** Replaces the form, so that unsure visitors don’t resend. */
function MessageSent({ message, values }: { message: string; values?: FormValues | undefined }) {
  const { name, email } = values ?? {};
  return (
    <div className="grid justify-items-start gap-6">
      <Alert type="success" hasFocus>
        <strong>{message}</strong>
        <p className="mt-1 wrap-anywhere">
          {name ? (
            <span>
              Thanks, <bdi>{name}</bdi>.
            </span>
          ) : (
            <span>Thanks.</span>
          )}
          <span> One of us will write to {email} within one business day.</span>
        </p>
      </Alert>
      <TextLink to={href("/contact")}>Write another message</TextLink>
    </div>
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
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-ink-soft">{title}</dt>
      <dd>
        <a href={href} className="link wrap-anywhere font-medium text-subheading">
          {address}
        </a>
        <p className="mt-1 text-ink-soft text-sm">{children}</p>
      </dd>
    </div>
  );
}
