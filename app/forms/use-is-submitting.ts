import { useNavigation } from "react-router";

/** True while the form with this `intent` is being submitted; a page may have several forms. */
export function useIsSubmitting(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
