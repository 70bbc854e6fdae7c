/** A form belongs to the account that its page was rendered for, whoever is signed in by the time it is sent. */
import { createContext, type MiddlewareFunction } from "react-router";
import { appErrorResponse } from "~/forms/app-error";
import type { RequestContext } from "~/platform/context.server";
import { readForm } from "~/platform/read-body.server";
import { ACCOUNT_FIELD } from "./account-field";
import { getSession } from "./session/auth.server";
import type { Session } from "./session/request-auth.server";

const formContext = createContext<FormData>();

/** Middleware of the account area, behind `requireSession`: reads the form of a request and checks its account. */
export const requireMatchingAccount: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  if (request.method === "POST") {
    const formData = await readForm(request);
    requireSameAccount(formData, getSession(context));
    context.set(formContext, formData);
  }
  return next();
};

/** The form of the request, which `requireMatchingAccount` has read. For actions of the account area. */
export function getForm(context: RequestContext): FormData {
  return context.get(formContext);
}

/** Throws a page that says so when `formData` comes from a page of another account. */
export function requireSameAccount(formData: FormData, { userId, email }: Session): void {
  const account = formData.get(ACCOUNT_FIELD);
  if (account === null || account === userId) return;
  throw appErrorResponse({
    status: 409,
    code: "auth/other-account",
    message: `You are now signed in as ${email || "another account"}. Nothing was saved.`,
  });
}
