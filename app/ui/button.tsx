import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import { isPublicPath } from "~/content/public-paths";
import { Spinner } from "./spinner";

/** How they look is in styles/controls.css. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** The classes of a button, for the rare element that is neither a button nor a link. */
export function buttonClass(variant: ButtonVariant = "primary", className = ""): string {
  return `button button-${variant} ${className}`.trimEnd();
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  variant?: ButtonVariant;
  /** Shows a spinner and refuses clicks. */
  pending?: boolean;
  children: ReactNode;
}

/**
 * A button; `type` is "submit" unless said otherwise, as in HTML. While it cannot be pressed it says so and
 * refuses clicks, but is not disabled for the browser: that would drop the focus from it.
 */
export function Button(props: ButtonProps) {
  const { variant, pending = false, disabled = false, className, children, ...rest } = props;
  const isOff = pending || disabled;
  return (
    <button
      {...rest}
      type={rest.type ?? "submit"}
      aria-disabled={isOff || undefined}
      aria-busy={pending || undefined}
      onClick={isOff ? preventClick : rest.onClick}
      className={buttonClass(variant, className)}
    >
      {pending ? <Spinner size="small" /> : null}
      {children}
    </button>
  );
}

function preventClick(event: MouseEvent): void {
  event.preventDefault();
}

export type ButtonLinkProps = Omit<LinkProps, "className" | "to"> & {
  variant?: ButtonVariant;
  className?: string;
  to: string;
};

/**
 * A link that looks like a button. `#…` scrolls to that element (smoothly, by the stylesheet), a full
 * address leaves the site, a public page loads as a document, anything else navigates.
 */
export function ButtonLink({ variant, className, to, ...rest }: ButtonLinkProps) {
  const classes = buttonClass(variant, className);
  return to.startsWith("#") ? (
    <a href={to} className={classes} aria-label={rest["aria-label"]}>
      {rest.children}
    </a>
  ) : (
    <Link {...rest} to={to} reloadDocument={isPublicPath(to)} className={classes} />
  );
}

/** A link within a text: a thread under the words. A public page loads as a document. */
export function TextLink({
  className = "",
  to,
  ...rest
}: Omit<LinkProps, "className" | "to"> & { className?: string; to: string }) {
  const classes = `link ${className}`.trimEnd();
  return <Link {...rest} to={to} reloadDocument={isPublicPath(to)} className={classes} />;
}
