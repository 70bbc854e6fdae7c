import { createContext, use } from "react";

/** The field with the id of the account that a form was rendered for. */
export const ACCOUNT_FIELD = "account";

const AccountContext = createContext("");

/** Says which account the page below is rendered for; "" for a guest. */
export const AccountProvider = AccountContext.Provider;

/** The account that the page is rendered for, for what is submitted without a form. */
export function useAccount(): string {
  return use(AccountContext);
}

/**
 * Belongs into every form that acts on the account: after another tab has signed in to another account, the server
 * refuses what this one sends (own-form.server.ts).
 */
export function AccountField() {
  const account = useAccount();
  return account === "" ? null : <input type="hidden" name={ACCOUNT_FIELD} value={account} />;
}
