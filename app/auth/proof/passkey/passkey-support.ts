import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { getPasskeyApi } from "~/ui/browser-features";

/** Local storage key: this browser has used a passkey, or its user wants none. */
export const OFFER_CLOSED_KEY = "passkey-offer-closed";

/** The part of the root loader's data that `usePasskeysEnabled` reads. */
export interface PasskeySetting {
  readonly passkeys: boolean;
}

export function usePasskeysEnabled(): boolean {
  const root: PasskeySetting | undefined = useRouteLoaderData("root");
  return root?.passkeys ?? false;
}

/** True if this browser can add and use passkeys. Assumed on the server. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => getPasskeyApi() !== undefined,
    () => true,
  );
}
