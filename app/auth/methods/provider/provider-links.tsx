import { useEffect, useState } from "react";
import { href } from "react-router";
import { localStore } from "~/ui/browser-features";
import { buttonClass } from "~/ui/button";
import { LAST_PROVIDER_KEY } from "../../session/tabs/session-sync";
import { findProvider, PROVIDER_NAMES, PROVIDERS, type Provider } from "./providers";

/** Links rather than forms, because the Content Security Policy forbids forms to other origins. */
export function ProviderLinks({ query }: { query: string }) {
  const [lastUsed, setLastUsed] = useState<Provider>();
  useEffect(() => setLastUsed(findProvider(localStore.read(LAST_PROVIDER_KEY) ?? "")), []);
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {PROVIDERS.map((provider) => (
        <a
          key={provider}
          href={`${href("/auth/oauth/:provider", { provider })}${query}`}
          className={buttonClass("secondary")}
          // session-script.ts remembers the provider that was used last.
          data-provider={provider}
        >
          <ProviderLogo provider={provider} />
          {`Continue with ${PROVIDER_NAMES[provider]}`}
          {lastUsed === provider ? <span className="badge">Last used</span> : null}
        </a>
      ))}
    </div>
  );
}

/** The provider's logo, following its brand guidelines; drawn by the stylesheet. */
export function ProviderLogo({ provider }: { provider: Provider }) {
  return <span aria-hidden="true" className={`provider-mark provider-mark-${provider}`} />;
}
