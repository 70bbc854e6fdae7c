import { data } from "react-router";
import { startOAuth } from "~/auth/providers/oauth.server";
import { findProvider } from "~/auth/providers/providers";
import { providerLinks } from "~/content/auth/auth";
import type { Route } from "./+types/oauth";

/** Starts signing in with Google or GitHub. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  const provider = findProvider(params.provider);
  if (!provider) throw data(providerLinks.unknown, { status: 404 });
  return startOAuth({ url, context }, provider);
}

/** A form leads there too: React Router's own response to a POST without an action is an error in JSON. */
export const action = loader;
