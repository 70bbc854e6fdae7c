import { href } from "react-router";
import type { twoStepChanges } from "~/content/auth/two-step";

/** The intent of the form that renews the recovery codes. */
export const RENEW_CODES_INTENT = "renew-codes";

/** A new app that is waiting for its first code. */
export interface Enrollment {
  readonly app: string;
  /** Base32, to be typed where there is no camera. */
  readonly secret: string;
  /** The secret as a data URL; absent in the response to a wrong code, because it is large. */
  readonly qrCode?: string | undefined;
}

export type TwoStepChange = keyof typeof twoStepChanges;

/** The change that `?done=` reports, or undefined. */
export function readTwoStepChange(done: string | null): TwoStepChange | undefined {
  return done === "added" || done === "removed" || done === "recovered" ? done : undefined;
}

/** The settings page, which reports the change. */
export function twoStepChangedPath(done: TwoStepChange): string {
  return `${href("/settings/two-step")}?${new URLSearchParams({ done })}`;
}
