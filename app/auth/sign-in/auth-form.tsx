import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { FormResult } from "~/forms/form-result";

/** What each form for guests is given. */
export interface AuthFormProps {
  /** `?next=…` to carry along to the other auth pages, or "". */
  readonly query: string;
  readonly result: FormResult | undefined;
  /** Turnstile's site key, where a challenge is configured. */
  readonly challengeKey: string | undefined;
  /** What this is on the way to; stands under the title. */
  readonly children?: ReactNode;
}

/** True while the form with this `intent` is on its way; the page may hold several forms. */
export function useIsSubmitting(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
