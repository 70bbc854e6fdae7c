import { createContext, use } from "react";

/** The nonce that inline scripts of this response must carry; undefined in the browser and in dev. */
export const NonceContext = createContext<string | undefined>(undefined);

/**
 * A script in the page itself, from `import source from "./file.ts?inline-script"`, with the nonce that the
 * content security policy asks for. Browsers hide the nonce from React, hence the suppressed comparison.
 */
export function InlineScript({ source, type }: { source: string; type?: string }) {
  return (
    <script
      type={type}
      nonce={use(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, put here by the build
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
