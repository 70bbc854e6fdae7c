/** Where apps are set up and removed. */
export const TWO_STEP_PATH = "/settings/two-step";

/** What a new app is given: shown once, and only here. */
export interface Enrollment {
  readonly app: string;
  /** Base32, to be typed where no camera is. */
  readonly secret: string;
  /** An image of the same; absent in the answer to a wrong code, as it is large. */
  readonly qrCode?: string | undefined;
}

export const TWO_STEP_MESSAGES = {
  added: "Two-step verification is on. Your other devices have to sign in again, with a code.",
  removed: "The authenticator app has been removed.",
  recovered:
    "Your recovery code was taken, and your authenticator apps were removed: two-step verification is off. Please set up a new app now.",
  renewed: "You have new recovery codes. The ones from before do not work any more.",
} as const;

export type TwoStepChange = keyof typeof TWO_STEP_MESSAGES;

/** What has just been done, by the query of the page it leads to. */
export function readTwoStepChange(done: string | null): TwoStepChange | undefined {
  return done === "added" || done === "removed" || done === "recovered" ? done : undefined;
}

/** The page of the apps, which says what has just been done. */
export function twoStepChangedPath(done: TwoStepChange): string {
  return `${TWO_STEP_PATH}?${new URLSearchParams({ done })}`;
}
