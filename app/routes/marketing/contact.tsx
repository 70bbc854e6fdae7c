import { ContactForm } from "~/contact/contact-form";
import { contactSchema } from "~/contact/schema";
import { pages } from "~/content/pages";
import { site } from "~/content/site";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { pageMeta } from "~/navigation/page-meta";
import { getDatabase, getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Route } from "./+types/contact";

export const handle = { hydrate: true };

/** A message's id is made with its form. It runs again after each post, so a sent form gets a new one. */
export function loader() {
  return { messageId: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const form = parseForm(contactSchema, await request.formData());
  if (!form.ok) return form.result;
  const { storeMessage } = await import("~/contact/store-message.server");
  try {
    await storeMessage(await getDatabase(context), form.value);
  } catch (error) {
    logError("contact.failed", error, { requestId: getPlatform(context).requestId });
    const { id: _, ...values } = form.value;
    return formError("Your message could not be sent. Please try again in a moment.", {
      ...values,
      name: values.name ?? "",
    });
  }
  return formSuccess("Your message has been sent!");
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
          <a href={site.phone.href} className="link text-heading">
            {site.phone.display}
          </a>
          <span className="text-ink-soft">{site.phone.hours}</span>
        </p>
      </header>
      <div className="stitch" />
      <ContactForm
        key={actionData?.status === "success" ? loaderData.messageId : "writing"}
        messageId={loaderData.messageId}
      />
    </div>
  );
}
