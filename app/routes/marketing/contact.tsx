import type { ReactNode } from "react";
import { redirect } from "react-router";
import { ContactForm } from "~/contact/contact-form";
import { contactSchema } from "~/contact/schema";
import { contact } from "~/content/marketing/contact";
import { pages } from "~/content/pages";
import { studio } from "~/content/studio";
import { type AppError, OUTAGE_RETRY_S } from "~/forms/app-error";
import { formError, formResponse } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { pageHeaders } from "~/navigation/page-headers";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readForm } from "~/platform/read-body.server";
import { Alert } from "~/ui/alert";
import type { Route } from "./+types/contact";

export const handle: RouteHandle = { challenge: true };

/** Redirect target after sending, so that a reload does not resubmit the form. */
const SENT_PATH = "/contact?sent";

/** The message id is created with the form, so that a resubmitted form is one message. */
export function loader({ context, url }: Route.LoaderArgs) {
  return {
    messageId: crypto.randomUUID(),
    startedAt: Date.now(),
    challengeKey: getPlatform(context).config.turnstile?.siteKey,
    isSent: url.searchParams.has("sent"),
  };
}

const NOT_SENT: AppError = {
  status: 503,
  code: "contact/not-sent",
  message: contact.notSent,
  retryAfterS: OUTAGE_RETRY_S,
};

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(contactSchema, await readForm(request));
  if (!form.ok) return formResponse(form.result);
  const platform = getPlatform(context);
  const { name = "", email, message } = form.value;
  const values = { name, email, message };
  const limited = await checkRateLimit(platform, { purpose: "contact", target: email });
  if (limited) return formResponse(formError(limited, values));
  const { sendMessage } = await import("~/contact/send-message.server");
  if (await sendMessage(platform, form.value)) return redirect(SENT_PATH, 303);
  return formResponse(formError(NOT_SENT, values));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages["/contact"]);

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const showsThanks = loaderData.isSent && actionData === undefined;
  const { phone, email, replyTime } = studio;
  return (
    <div className="mx-auto grid w-full max-w-contact gap-12 px-5 py-14 sm:px-8 sm:py-20">
      {showsThanks ? (
        <Alert type="success" hasFocus>
          {contact.sent} {replyTime}
        </Alert>
      ) : null}
      <header>
        <h1 className="text-title">{contact.title}</h1>
        <p className="mt-6 max-w-2xl text-ink-soft text-lead">{contact.lead}</p>
        <dl className="mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2">
          <ContactMethod title={contact.call} href={phone.href} address={phone.display}>
            {phone.hours}
            <br />
            {phone.timeZone}
          </ContactMethod>
          <ContactMethod title={contact.write} href={`mailto:${email}`} address={email}>
            {replyTime}
          </ContactMethod>
        </dl>
      </header>
      <div className="stitch" />
      <ContactForm
        messageId={loaderData.messageId}
        startedAt={loaderData.startedAt}
        challengeKey={loaderData.challengeKey}
      />
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
