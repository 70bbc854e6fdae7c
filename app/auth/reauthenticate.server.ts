import { data, type RouterContextProvider } from "react-router";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform } from "~/platform/context.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import { describeAuthError } from "./auth-errors.server";
import { reauthenticationSchema } from "./schema";
import { openSessionClient, resolveSession } from "./session.server";
import { revokeSession } from "./supabase.server";

/** Signs the current user in again with their password; the session it replaces is ended. */
export async function reauthenticate(
  request: Request,
  context: Readonly<RouterContextProvider>,
  formData: FormData,
) {
  const form = parseForm(reauthenticationSchema, formData);
  if (!form.ok) return form.result;
  const session = await resolveSession(request, context);
  if (session === null || session === "unavailable") {
    return formError("Auth session missing!", {}, "auth/invalid-user-token");
  }
  const platform = getPlatform(context);
  const call = { purpose: "reauthenticate", request, subject: session.userId };
  if (await isRateLimited(platform, call)) {
    const result: FormResult = formError(RATE_LIMIT_MESSAGE);
    return data(result, { status: 429, headers: { "Retry-After": String(RATE_LIMIT_PERIOD_S) } });
  }
  const supabase = await openSessionClient(request, context);
  const { error } = await supabase.auth.signInWithPassword({
    email: session.email,
    password: form.value.password,
  });
  if (error) return formError(describeAuthError(error));
  platform.waitUntil(revokeSession(platform, session.accessToken));
  return formSuccess("You are signed in again");
}
