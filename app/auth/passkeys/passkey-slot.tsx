import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import type { PasskeyButtonProps } from "./passkey-button";

/** The settings page of passkeys. */
export const PASSKEYS_PATH = "/settings/passkeys";

/** True if passkeys are turned on. */
export function usePasskeysEnabled(): boolean {
  const root: { readonly passkeys: boolean } | undefined = useRouteLoaderData("root");
  return root?.passkeys ?? false;
}

/** True if this browser can add and use passkeys; undefined on the server. */
export function usePasskeySupport(): boolean | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential,
    () => undefined,
  );
}

/** The place of `PasskeyButton`, which is loaded only where passkeys are turned on and the browser supports them. */
export function PasskeySlot(props: PasskeyButtonProps) {
  const isOn = usePasskeysEnabled();
  const isSupported = usePasskeySupport();
  const [Loaded, setLoaded] = useState<ComponentType<PasskeyButtonProps>>();
  useEffect(() => {
    if (!isOn || !isSupported) return;
    import("./passkey-button").then(
      ({ PasskeyButton }) => setLoaded(() => PasskeyButton),
      () => {},
    );
  }, [isOn, isSupported]);
  if (!isOn || isSupported === false) return null;
  return (
    <div className="needs-script grid min-h-12 gap-4">{Loaded ? <Loaded {...props} /> : null}</div>
  );
}
