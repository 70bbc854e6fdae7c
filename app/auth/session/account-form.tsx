import { createContext, createElement, use } from "react";
import { Form, type FormProps, useRouteLoaderData } from "react-router";

/** The name of the field with the account that a form was rendered for. */
export const ACCOUNT_FIELD = "account";

const AccountContext = createContext("");

/** Provides the user id the page is rendered for; "" for a guest. */
export const AccountProvider = AccountContext.Provider;

/** The user id the page is rendered for, for submits without a form. */
export function useAccount(): string {
  return use(AccountContext);
}

/** The part of the root loader's data that `UsernameField` reads. */
export interface VisitorData {
  readonly visitor: { readonly email: string };
}

/** Tells password managers whose password a form takes. It has no name, so nothing is submitted. */
export function UsernameField() {
  const root: VisitorData | undefined = useRouteLoaderData("root");
  return <input autoComplete="username" value={root?.visitor.email} readOnly hidden />;
}

interface AccountFormProps extends Omit<FormProps, "method"> {
  /** A fetcher's form, or "form" for one whose submit event its page handles. */
  readonly as?: typeof Form | "form";
  readonly ref?: React.Ref<HTMLFormElement>;
}

/**
 * A POST form that acts on the account. Rejected if another tab has since signed in to another
 * (account-form.server.ts).
 */
export function AccountForm({ as = Form, children, ...props }: AccountFormProps) {
  return createElement(
    as,
    { method: "post", ...props },
    <input type="hidden" name={ACCOUNT_FIELD} value={useAccount()} />,
    children,
  );
}
