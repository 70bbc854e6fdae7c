import { useEffect, useState } from "react";
import { buttonClass } from "~/ui/button";
import { readStored, writeStored } from "~/ui/local-store";
import { findProvider, PROVIDER_NAMES, PROVIDERS, type Provider } from "./providers";

/** Local storage: the provider that this browser signed in with last. */
const LAST_PROVIDER_KEY = "last-sign-in-provider";

/** Plain links: a form may not lead to another origin under this site's policy. */
export function ProviderLinks({ query }: { query: string }) {
  const [last, setLast] = useState<Provider>();
  useEffect(() => setLast(findProvider(readStored(LAST_PROVIDER_KEY) ?? "")), []);
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {PROVIDERS.map((provider) => (
        <a
          key={provider}
          href={`/auth/oauth/${provider}${query}`}
          className={buttonClass("secondary")}
          onClick={() => writeStored(LAST_PROVIDER_KEY, provider)}
        >
          <ProviderMark provider={provider} />
          Continue with {PROVIDER_NAMES[provider]}
          {last === provider ? (
            <span className="rounded-full bg-accent-soft px-2 py-0.5 text-accent-strong text-xs">
              Last used
            </span>
          ) : null}
        </a>
      ))}
    </div>
  );
}

/** The provider's own mark, as its rules for sign-in buttons show it; drawn by the stylesheet. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return <span aria-hidden="true" className={`provider-mark provider-mark-${provider}`} />;
}
