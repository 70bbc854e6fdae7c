import { Link, type LinkProps } from "react-router";
import { isPublicPath } from "~/content/public-paths";

/** A link within a text: a thread under the words. A public page loads as a document. */
export function TextLink({
  className = "",
  to,
  ...rest
}: Omit<LinkProps, "className" | "to"> & { className?: string; to: string }) {
  const classes = `link ${className}`.trimEnd();
  return <Link {...rest} to={to} reloadDocument={isPublicPath(to)} className={classes} />;
}
