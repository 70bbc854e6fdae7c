import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { FormResult } from "~/forms/form-result";

/** The props of the forms for guests. */
export interface AuthFormProps {
  /** `?next=…` for links to the other auth pages, or "". */
  readonly query: string;
  readonly result: FormResult | undefined;
  /** Turnstile's site key, if configured. */
  readonly challengeKey: string | undefined;
  /** Shown below the title. */
  readonly children?: ReactNode;
}

/** True while the form with this `intent` is being submitted; a page may have several forms. */
export function useIsSubmitting(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
