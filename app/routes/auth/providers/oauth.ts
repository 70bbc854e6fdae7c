import { startOAuth } from "~/auth/methods/provider/oauth.server";
import { findProvider } from "~/auth/methods/provider/providers";
import type { Route } from "./+types/oauth";

export function loader({ url, params, context }: Route.LoaderArgs) {
  return startOAuth({ url, context }, findProvider(params.provider));
}

/** A form can lead here too: React Router's own response to a POST without an action is an error in JSON. */
export const action = loader;
