import { href } from "react-router";
import { type FormResult, formSuccess } from "~/forms/form-result";

/** Shown by the settings page after a change, by its `?done=`. */
export const TWO_STEP_CHANGES = {
  added: "Two-step verification is on. Your other devices need to sign in again with a code.",
  removed: "The authenticator app has been removed.",
  recovered:
    "Two-step verification is off, because your recovery code removed your authenticator apps. Please set up a new one now.",
} as const;

type TwoStepChange = keyof typeof TWO_STEP_CHANGES;

/** The settings page, which reports the change. */
export function twoStepChangedPath(done: TwoStepChange): string {
  return `${href("/settings/two-step")}?${new URLSearchParams({ done })}`;
}

/** The change that `?done=` reports, or undefined. */
export function readTwoStepChange(done: string | null): FormResult | undefined {
  return done === "added" || done === "removed" || done === "recovered"
    ? formSuccess(TWO_STEP_CHANGES[done])
    : undefined;
}
