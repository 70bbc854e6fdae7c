import { Link, useLocation } from "react-router";
import * as v from "valibot";
import type { FormState } from "~/forms/use-form";
import { Field } from "~/ui/field";

const stateSchema = v.object({ email: v.string() });

/**
 * The email field. Starts with the address that an `AuthFormFooter` link carries, which is not in the URL.
 */
export function EmailField(
  field: ReturnType<FormState["field"]> & { readonly autoComplete?: string },
) {
  const state: unknown = useLocation().state;
  const email = v.is(stateSchema, state) ? state.email : undefined;
  return (
    <Field
      label="Email"
      type="email"
      autoComplete="email"
      {...field}
      defaultValue={field.defaultValue ?? email}
      autoFocus={email !== undefined}
    />
  );
}

/** A link to another form, after a question it answers. */
export function AuthFormFooter({
  question,
  to,
  email,
  children,
}: {
  question?: string;
  to: string;
  /** The address to start the other form with. */
  email?: string;
  children: string;
}) {
  return (
    <p className="text-center text-sm">
      {question}{" "}
      <Link to={to} state={email ? { email } : undefined} className="link">
        {children}
      </Link>
    </p>
  );
}
