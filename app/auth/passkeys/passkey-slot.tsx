import { type ComponentType, createContext, use, useEffect, useState } from "react";
import type { PasskeyButtonProps } from "./passkey-button";

const PasskeysContext = createContext(false);

/** Provides whether passkeys are turned on. */
export const PasskeysProvider = PasskeysContext.Provider;

/** True if passkeys are turned on. */
export function usePasskeysEnabled(): boolean {
  return use(PasskeysContext);
}

/** True if this browser can add and use passkeys. */
export function supportsPasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** The place of `PasskeyButton`, which is loaded only where passkeys are turned on and the browser supports them. */
export function PasskeySlot(props: PasskeyButtonProps) {
  const isOn = usePasskeysEnabled();
  const [isSupported, setIsSupported] = useState(true);
  const [Loaded, setLoaded] = useState<ComponentType<PasskeyButtonProps>>();
  useEffect(() => {
    if (!isOn) return;
    const hide = () => setIsSupported(false);
    if (!supportsPasskeys()) return hide();
    import("./passkey-button").then(({ PasskeyButton }) => setLoaded(() => PasskeyButton), hide);
  }, [isOn]);
  if (!isOn || !isSupported) return null;
  return (
    <div className="needs-script grid min-h-12 gap-4">{Loaded ? <Loaded {...props} /> : null}</div>
  );
}
