import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

const factor = v.pipe(v.string(), v.uuid());
const NAME_MAX = 40;

/** Setting up an app; the code of another one is checked apart, where there is another one. */
export const setUpSchema = v.object({
  name: v.pipe(
    requiredText("Please enter a name"),
    v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters`),
  ),
});

/** The first code of a new app, with what the page has to show again when it is wrong. */
export const confirmationSchema = v.object({
  factor,
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{16,64}$/)),
});

/** Which app is to go. */
export const removalSchema = v.object({ removal: factor });

/** What a new app is given: shown once, and only here. */
export interface Enrolment {
  readonly factor: string;
  /** Base32, to be typed where no camera is. */
  readonly secret: string;
  /** An image of the same; absent when the page was sent back because of a wrong code. */
  readonly qrCode?: string | undefined;
}

export const DONE_TWO_STEP = {
  added: "Two-step verification is on. Your other devices have to sign in again, with a code.",
  removed: "The authenticator app has been removed.",
} as const;

export type DoneTwoStep = keyof typeof DONE_TWO_STEP;

/** What has just been done, by the query of the page it leads to. */
export function readDoneTwoStep(done: string | null): DoneTwoStep | undefined {
  return done === "added" || done === "removed" ? done : undefined;
}
