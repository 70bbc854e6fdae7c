import { loadGuestPage } from "~/auth/guest-page.server";
import { SignInForm } from "~/auth/sign-in-form";
import { formResponse } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { readNext } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { readForm } from "~/platform/read-body.server";
import type { Route } from "./+types/sign-in";

export const handle: RouteHandle = { hydrate: true, challenge: true };

export function loader({ url, context }: Route.LoaderArgs) {
  return loadGuestPage(context, url);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const auth = await import("~/auth/sign-in.server");
  const formData = await readForm(request);
  const call = { context, formData, next: readNext(url) };
  switch (formData.get("intent")) {
    case "magic-link":
      return formResponse(await auth.sendMagicLink(call));
    case "resend":
      return formResponse(await auth.resendConfirmation(call));
    default:
      return formResponse(await auth.signIn(call));
  }
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in");

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return <SignInForm {...loaderData} result={actionData} />;
}
