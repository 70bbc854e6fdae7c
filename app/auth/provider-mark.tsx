import type { Provider } from "./providers";

/** The provider's own mark, as its rules for sign-in buttons show it; drawn by the stylesheet. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return <span aria-hidden="true" className={`provider-mark provider-mark-${provider}`} />;
}
