import { createContext, createElement, use } from "react";
import { Form, type FormProps } from "react-router";

/** The name of the field with the account that a form was rendered for. */
export const ACCOUNT_FIELD = "account";

const AccountContext = createContext("");

/** Provides the user id the page is rendered for; "" for a guest. */
export const AccountProvider = AccountContext.Provider;

/** The user id the page is rendered for, for submits without a form. */
export function useAccount(): string {
  return use(AccountContext);
}

interface AccountFormProps extends Omit<FormProps, "method"> {
  /** A fetcher's form, or "form" for one whose submit event its page handles. */
  readonly as?: typeof Form | "form";
  readonly ref?: React.Ref<HTMLFormElement>;
}

/** A POST form that acts on the account. Rejected if another tab has since signed in to another (account-form.server.ts). */
export function AccountForm({ as = Form, children, ...props }: AccountFormProps) {
  return createElement(
    as,
    { method: "post", ...props },
    <input type="hidden" name={ACCOUNT_FIELD} value={useAccount()} />,
    children,
  );
}
