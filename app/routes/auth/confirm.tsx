import { Form, redirectDocument, useActionData, useNavigation } from "react-router";
import * as v from "valibot";
import { AUTH_REFUSALS, authRefusal } from "~/auth/auth-errors.server";
import { AuthTitle } from "~/auth/auth-title";
import { afterSignIn, openSessionClient } from "~/auth/visitor.server";
import { type FormResult, formResponse, formSuccess, refuseForm } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { HOME_PATH, safePath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/confirm";

export const handle = { hydrate: true };

const linkSchema = v.object({
  token_hash: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  type: v.picklist(["email", "recovery", "email_change", "invite"]),
});

type LinkType = v.InferOutput<typeof linkSchema>["type"];

const BUTTONS: Record<LinkType, string> = {
  email: "Continue to your account",
  recovery: "Choose a new password",
  email_change: "Confirm this e-mail address",
  invite: "Accept the invitation",
};

const OTHER_ADDRESS_MESSAGE =
  "Thank you. To complete the change, please also click the link we sent to your other address.";

/** Shows a button only: mail scanners open links, so opening one must not use it up. */
export function loader({ url }: Route.LoaderArgs) {
  const link = v.safeParse(linkSchema, Object.fromEntries(url.searchParams));
  return { label: link.success ? BUTTONS[link.output.type] : null };
}

/** Redirects when it worked, so what it returns is shown. */
export async function action({ url, context }: Route.ActionArgs) {
  return formResponse(await followLink(url, context));
}

async function followLink(url: URL, context: RequestContext): Promise<FormResult> {
  const link = v.safeParse(linkSchema, Object.fromEntries(url.searchParams));
  if (!link.success) return refuseForm(AUTH_REFUSALS.linkIncomplete);
  const supabase = await openSessionClient(context);
  const { data, error } = await supabase.auth.verifyOtp(link.output);
  if (error) return refuseForm(authRefusal(error));
  // The first half of an e-mail change: the other address has a link of its own.
  if (!data.session) return formSuccess(OTHER_ADDRESS_MESSAGE);
  if (link.output.type === "email_change" && data.user) {
    const { tellStripe } = await import("~/billing/sync-user.server");
    await tellStripe(getPlatform(context), data.user.id);
  }
  const next = destination(url.searchParams.get("next"), getPlatform(context).config.siteUrl);
  throw redirectDocument(afterSignIn(data.session.access_token, next));
}

/** E-mail links carry `next` as an absolute URL of this site; anything else leads to the dashboard. */
function destination(next: string | null, siteUrl: string): string {
  const path = next?.startsWith(`${siteUrl}/`) ? next.slice(siteUrl.length) : next;
  const safe = safePath(path);
  return safe === undefined || safe === "/" ? HOME_PATH : safe;
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Confirm");

export default function Confirm({ loaderData: { label } }: Route.ComponentProps) {
  const result = useActionData<typeof action>();
  const pending = useNavigation().state !== "idle";
  return (
    <>
      <AuthTitle>One more click</AuthTitle>
      {result?.message ? <Alert type={result.status}>{result.message}</Alert> : null}
      {result?.status === "error" ? (
        <ButtonLink to="/auth/signin">Get a new link</ButtonLink>
      ) : null}
      {label && !result ? (
        <Form method="post">
          <Button pending={pending} className="w-full">
            {label}
          </Button>
        </Form>
      ) : null}
      {label ? null : (
        <>
          <Alert type="error">This link is incomplete.</Alert>
          <ButtonLink to="/auth/signin">Sign in</ButtonLink>
        </>
      )}
    </>
  );
}
