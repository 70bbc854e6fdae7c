import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import { isPublicPath } from "./public-paths";
import { Spinner } from "./spinner";

/** Styled in styles/controls.css. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** The classes of a button, for elements other than `Button` and `ButtonLink`. */
export function buttonClass(variant: ButtonVariant = "primary", className = ""): string {
  return `button button-${variant} ${className}`.trimEnd();
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  variant?: ButtonVariant;
  /** Shows a spinner and ignores clicks. */
  pending?: boolean;
  children: ReactNode;
}

/**
 * A button; `type` defaults to "submit", as in HTML. `disabled` and `pending` set `aria-disabled` and ignore
 * clicks instead of using the `disabled` attribute, which would remove the focus.
 */
export function Button(props: ButtonProps) {
  const { variant, pending = false, disabled = false, className, children, ...buttonProps } = props;
  const isInert = pending || disabled;
  return (
    <button
      {...buttonProps}
      type={buttonProps.type ?? "submit"}
      aria-disabled={isInert || undefined}
      aria-busy={pending || undefined}
      onClick={isInert ? preventClick : buttonProps.onClick}
      className={buttonClass(variant, className)}
    >
      {pending ? <Spinner size="small" /> : null}
      {/* Not bare text: a translator may have replaced it, and React could not insert the spinner before it. */}
      <span className="contents">{children}</span>
    </button>
  );
}

function preventClick(event: MouseEvent): void {
  event.preventDefault();
}

type ButtonLinkProps = Omit<LinkProps, "className" | "to"> & {
  variant?: ButtonVariant;
  className?: string;
  to: string;
};

/**
 * A link styled as a button. `#…` scrolls, public pages load as documents, other paths navigate client-side.
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

/** An underlined link within text. Public pages load as documents. */
export function TextLink({
  className = "",
  to,
  ...rest
}: Omit<LinkProps, "className" | "to"> & { className?: string; to: string }) {
  const classes = `link ${className}`.trimEnd();
  return <Link {...rest} to={to} reloadDocument={isPublicPath(to)} className={classes} />;
}
