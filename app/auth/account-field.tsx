import { createContext, use } from "react";

/** The name of the field with the account that a form was rendered for. */
export const ACCOUNT_FIELD = "account";

const AccountContext = createContext("");

/** Provides the user id the page is rendered for; "" for a guest. */
export const AccountProvider = AccountContext.Provider;

/** The user id the page is rendered for, for submits without a form. */
export function useAccount(): string {
  return use(AccountContext);
}

/**
 * Required in every form that acts on the account: if another tab has since signed in to another account, the server
 * rejects the form (account-form.server.ts).
 */
export function AccountField() {
  const account = useAccount();
  return account === "" ? null : <input type="hidden" name={ACCOUNT_FIELD} value={account} />;
}
