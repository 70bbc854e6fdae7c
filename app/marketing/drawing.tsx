import { Picture } from "./picture";

const SVGS = import.meta.glob<string>("./drawings/**/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * An SVG illustration from `drawings/`, inlined so that its colors follow the theme: `<Drawing
 * name="home/cloth" />`. A name with a leading slash is a photograph or screenshot in `public/`: `<Drawing
 * name="/team/nora.jpg" />`. Decorative without a label.
 */
export function Drawing({
  name,
  label,
  className,
}: {
  name: string;
  label?: string;
  className?: string;
}) {
  return (
    <Picture svg={SVGS[`./drawings/${name}.svg`]} src={name} label={label} className={className} />
  );
}
