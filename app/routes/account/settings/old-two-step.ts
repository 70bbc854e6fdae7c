import { redirect } from "react-router";
import { TWO_STEP_PATH } from "~/two-step/two-step";
import type { Route } from "./+types/old-two-step";

/** The former path of two-step verification. A 308 keeps the method and body of a form from an old page. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(TWO_STEP_PATH + url.search, 308);
}

export const action = loader;
