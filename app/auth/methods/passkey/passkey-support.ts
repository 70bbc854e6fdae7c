import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { getPasskeyApi } from "~/ui/browser-features";

/** The part of the root loader's data that `usePasskeysEnabled` reads. */
export interface PasskeySetting {
  readonly passkeys: boolean;
}

/** False where the configuration turns passkeys off. */
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
