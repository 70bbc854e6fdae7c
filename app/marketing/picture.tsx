/** An inlined SVG, or a photograph or screenshot in `public/`. Decorative without a label. */
export function Picture({
  svg,
  src,
  label,
  className = "",
}: {
  svg: string | undefined;
  src: string;
  label?: string | undefined;
  className?: string;
}) {
  if (src.startsWith("/")) {
    return <img src={src} alt={label ?? ""} loading="lazy" className={`w-full ${className}`} />;
  }
  if (svg === undefined) throw new Error(`Unknown drawing "${src}"`);
  return (
    <div
      className={`drawing [&>svg]:w-full ${className}`.trimEnd()}
      {...(label ? { role: "img", "aria-label": label } : {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, inlined by the build
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
