import { useEffect, useState } from "react";
import { href } from "react-router";
import { getPasskeyApi, readLocalStorage, writeLocalStorage } from "~/ui/browser-features";
import { TextLink } from "~/ui/button";
import { OFFER_CLOSED_KEY, usePasskeysEnabled } from "../../proof/passkey/passkey-support";

/** Offers a passkey on a device that can check its user, until one was used here or the offer is closed. */
export function PasskeyOffer() {
  const isEnabled = usePasskeysEnabled();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isEnabled || readLocalStorage(OFFER_CLOSED_KEY)) return;
    getPasskeyApi()
      ?.isUserVerifyingPlatformAuthenticatorAvailable()
      .then(setIsShown, () => {});
  }, [isEnabled]);
  if (!isShown) return null;
  const close = () => {
    writeLocalStorage(OFFER_CLOSED_KEY, "true");
    setIsShown(false);
  };
  return (
    <p>
      Next time, sign in with your fingerprint, face, or screen lock.{" "}
      <TextLink to={href("/settings/passkeys")} className="me-4 whitespace-nowrap">
        Add a passkey
      </TextLink>
      <button type="button" className="link whitespace-nowrap" onClick={close}>
        No, thanks
      </button>
    </p>
  );
}
