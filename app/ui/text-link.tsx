import { Link, type LinkProps } from "react-router";

/** A link within a text: a thread under the words. */
export function TextLink({
  className = "",
  ...rest
}: Omit<LinkProps, "className"> & { className?: string }) {
  return <Link {...rest} className={`link ${className}`.trimEnd()} />;
}
