import { data } from "react-router";
import { ContactForm } from "~/contact/contact-form";
import { contactSchema } from "~/contact/schema";
import { pages } from "~/content/pages";
import { studio } from "~/content/studio";
import { formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import type { Route } from "./+types/contact";

export const handle: RouteHandle = { challenge: true };

/** A message's id is made with its form. It runs again after each post, so a sent form gets a new one. */
export function loader({ context }: Route.LoaderArgs) {
  const challengeKey = getPlatform(context).config.turnstile?.siteKey;
  return { messageId: crypto.randomUUID(), startedAt: Date.now(), challengeKey };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(contactSchema, await request.formData());
  if (!form.ok) return form.result;
  const platform = getPlatform(context);
  const { name = "", email, message } = form.value;
  const values = { name, email, message };
  if (await isRateLimited(platform, { purpose: "contact", request })) {
    return data(formError(RATE_LIMIT_MESSAGE, values), {
      status: 429,
      headers: { "Retry-After": String(RATE_LIMIT_PERIOD_S) },
    });
  }
  const { sendMessage } = await import("~/contact/send-message.server");
  return (await sendMessage(platform, form.value, request.headers.get("CF-Connecting-IP")))
    ? formSuccess("Your message has been sent!")
    : formError("Your message could not be sent. Please try again in a moment.", values);
}

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
