import { createContext, use } from "react";

/** CSP nonce for inline scripts of this response; undefined in the browser, and on cached pages. */
export const NonceContext = createContext<string | undefined>(undefined);

/**
 * An inline script, from `import source from "./file.ts?inline-script"`, with the CSP nonce. Browsers hide
 * the nonce attribute, hence `suppressHydrationWarning`.
 */
export function InlineScript({ source, type }: { source: string; type?: string }) {
  return (
    <script
      type={type}
      nonce={use(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, inlined by the build
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
