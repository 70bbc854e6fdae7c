import type { ReactNode } from "react";
import { href } from "react-router";
import { ContactForm } from "~/contact/contact-form";
import { isolate } from "~/contact/isolate";
import { contactSchema, keepStartTime } from "~/contact/schema";
import { contact } from "~/content/marketing/contact";
import { studio } from "~/content/studio";
import { type FormValues, formError, formResponse, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { readForm } from "~/http/read-body.server";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { TextLink } from "~/ui/button";
import type { Route } from "./+types/contact";

/** Uncached, because each form has a message id: a resubmitted form is one message. */
export const handle: RouteHandle = { plain: true, uncached: true, turnstile: true };

export function loader({ context }: Route.LoaderArgs) {
  return {
    messageId: crypto.randomUUID(),
    startedAt: Date.now(),
    turnstileKey: getPlatform(context).config.turnstile?.siteKey,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
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
  if (await sendMessage(platform, form.value)) {
    const sent = formSuccess("Your message has been sent!", { values: { name, email } });
    return formResponse(sent);
  }
  return formResponse(formError(NOT_SENT, values));
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Contact",
    description:
      "Tell us what slows you down at work. Call on weekdays 8a-5p or write; a founder replies within one business day.",
  });

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { phone, email, replyTime } = studio;
  return (
    <div className="contact-page grid gap-12 py-14 sm:py-20">
      <header>
        <h1 className="text-title">{contact.title}</h1>
        <p className="mt-6 max-w-2xl text-ink-soft text-lead">{contact.lead}</p>
        <dl className="mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2">
          <ContactMethod title="Call" href={phone.href} address={phone.display}>
            {phone.hours}
            <br />
            {phone.timeZone}
          </ContactMethod>
          <ContactMethod title="Email" href={`mailto:${email}`} address={email}>
            {replyTime}
          </ContactMethod>
        </dl>
      </header>
      <div className="stitch" />
      {actionData?.status === "success" ? (
        <MessageSent {...actionData} />
      ) : (
        <ContactForm {...loaderData} />
      )}
    </div>
  );
}

/** In place of the form, so that a message is not sent twice by someone who wonders. */
function MessageSent({ message, values }: { message: string; values?: FormValues | undefined }) {
  const { name, email } = values ?? {};
  return (
    <div className="grid justify-items-start gap-6">
      <Alert type="success" hasFocus>
        <strong>{message}</strong>
        <p className="mt-1 wrap-anywhere">
          {`Thanks${name ? `, ${isolate(name)}` : ""}. One of us will write to ${email} within one business day.`}
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
        <a href={href} className="link wrap-anywhere font-medium text-feature">
          {address}
        </a>
        <p className="mt-2 text-ink-soft">{children}</p>
      </dd>
    </div>
  );
}
