/** Rejects a form whose page was not rendered for the account that is signed in when it is submitted. */
import { createContext, type MiddlewareFunction } from "react-router";
import { appError, appErrorResponse } from "~/http/app-error";
import { readFormWithFiles } from "~/http/read-body.server";
import type { RequestContext } from "~/platform/context.server";
import { ACCOUNT_FIELD } from "./account-form";
import { getSession } from "./auth.server";
import type { Session } from "./request-auth.server";

const formContext = createContext<FormData>();

/** Middleware of the account area, after `requireSession`: parses the form and checks its account. */
export const sameAccountMiddleware: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  if (request.method === "POST") {
    const formData = await readFormWithFiles(request);
    requireSameAccount(formData, getSession(context));
    context.set(formContext, formData);
  }
  return next();
};

/** The form parsed by `sameAccountMiddleware`, for actions of the account area. */
export function getFormData(context: RequestContext): FormData {
  return context.get(formContext);
}

/** Throws an error page unless `formData` comes from a page of this account (account-form.tsx). */
export function requireSameAccount(formData: FormData, { userId, email }: Session): void {
  if (formData.get(ACCOUNT_FIELD) === userId) return;
  const message = `You are now signed in as ${email}. Nothing was saved.`;
  throw appErrorResponse(appError(409, "auth/other-account", message));
}
