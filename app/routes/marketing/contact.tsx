import { ContactForm } from "~/contact/contact-form";
import { contactSchema } from "~/contact/schema";
import { pages } from "~/content/pages";
import { studio } from "~/content/studio";
import { formResponse, formSuccess, refuseForm } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { OUTAGE_RETRY_S, type Refusal } from "~/forms/refusal";
import { pageHeaders } from "~/navigation/page-headers";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readForm } from "~/platform/read-body.server";
import type { Route } from "./+types/contact";

export const handle: RouteHandle = { challenge: true };

/** A message's id is made with its form. It runs again after each post, so a sent form gets a new one. */
export function loader({ context }: Route.LoaderArgs) {
  const challengeKey = getPlatform(context).config.turnstile?.siteKey;
  return { messageId: crypto.randomUUID(), startedAt: Date.now(), challengeKey };
}

const NOT_SENT: Refusal = {
  httpStatus: 503,
  code: "contact/not-sent",
  message: "Your message could not be sent. Please try again in a moment.",
  retryAfterS: OUTAGE_RETRY_S,
};

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(contactSchema, await readForm(request));
  if (!form.ok) return formResponse(form.result);
  const platform = getPlatform(context);
  const { name = "", email, message } = form.value;
  const values = { name, email, message };
  const limited = await checkRateLimit(platform, { purpose: "contact" });
  if (limited) return formResponse(refuseForm(limited, values));
  const { sendMessage } = await import("~/contact/send-message.server");
  const isSent = await sendMessage(platform, form.value);
  return formResponse(
    isSent ? formSuccess("Your message has been sent!") : refuseForm(NOT_SENT, values),
  );
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages.contact);

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-contact gap-12 px-5 py-14 sm:px-8 sm:py-20">
      <header>
        <h1 className="text-title">Tell us what gets in the way</h1>
        <p className="mt-6 max-w-2xl text-ink-soft text-lead">
          One paragraph is plenty. A founder reads it and answers, usually with two questions and an
          opinion.
        </p>
        <p className="mt-8 flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <a href={studio.phone.href} className="link text-heading">
            {studio.phone.display}
          </a>
          <span className="text-ink-soft">{studio.phone.hours}</span>
        </p>
      </header>
      <div className="stitch" />
      <ContactForm
        key={actionData?.status === "success" ? loaderData.messageId : "writing"}
        messageId={loaderData.messageId}
        startedAt={loaderData.startedAt}
        challengeKey={loaderData.challengeKey}
      />
    </div>
  );
}
