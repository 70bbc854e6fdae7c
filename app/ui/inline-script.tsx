/**
 * A script in the page itself, from `import source from "./file.ts?inline-script"`. The nonce is what
 * the content security policy asks for; browsers hide it from React, hence the suppressed comparison.
 */
export function InlineScript({ source, nonce }: { source: string; nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, put here by the build
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
