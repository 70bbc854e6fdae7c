const SVGS = import.meta.glob<string>("./drawings/**/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * An SVG illustration from `drawings/`, inlined so that its colors follow the theme: `<Drawing
 * name="home/cloth" />`. A name with a leading slash is a photograph or screenshot in `public/`: `<Drawing
 * name="/team/design.svg" />`. Decorative without a label.
 */
export function Drawing({
  name,
  label,
  className = "",
}: {
  name: string;
  label?: string;
  className?: string;
}) {
  if (name.startsWith("/")) {
    return (
      <div className={className}>
        <img src={name} alt={label ?? ""} loading="lazy" className="w-full" />
      </div>
    );
  }
  const svg = SVGS[`./drawings/${name}.svg`];
  if (svg === undefined) throw new Error(`Unknown drawing "${name}"`);
  return (
    <div
      className={`drawing [&>svg]:w-full ${className}`.trimEnd()}
      {...(label ? { role: "img", "aria-label": label } : {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, inlined by the build
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
