import { redirect } from "react-router";
import { TWO_STEP_PATH } from "~/two-step/two-step";
import type { Route } from "./+types/old-two-step";

/** Two-step verification stood here before; 308 also takes a form along that an old page sends. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(TWO_STEP_PATH + url.search, 308);
}

export const action = loader;
