import { useEffect, useEffectEvent, useState } from "react";
import { getPasskeyApi } from "~/ui/browser-features";

const AUTOFILL_FIELD = "[autocomplete~=webauthn]";

/** Offers passkeys in the autofill of the page's email field while `isReady`: a browser allows one `request` at a time. */
export function usePasskeyAutofill(
  isReady: boolean,
  request: (options: CredentialRequestOptions) => Promise<unknown>,
): void {
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    const isSupported = await getPasskeyApi()?.isConditionalMediationAvailable();
    if (isSupported && !signal.aborted) await request({ mediation: "conditional", signal });
  });
  const canOffer = useIsAutofillFocused() && isReady;
  useEffect(() => {
    if (!canOffer) return;
    const controller = new AbortController();
    void offer(controller.signal);
    return () => controller.abort();
  }, [canOffer]);
}

/** True once the field was focused: only then is a challenge requested, which sets a cookie. */
function useIsAutofillFocused(): boolean {
  const [isFocused, setIsFocused] = useState(false);
  useEffect(() => {
    const notice = () => {
      if (document.activeElement?.matches(AUTOFILL_FIELD)) setIsFocused(true);
    };
    notice();
    document.addEventListener("focusin", notice);
    return () => document.removeEventListener("focusin", notice);
  }, []);
  return isFocused;
}
