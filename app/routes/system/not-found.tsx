import { data } from "react-router";
import type { Route } from "./+types/not-found";

/** Every path that is no page. */
export function loader({ url }: Route.LoaderArgs) {
  throw data(`The page ${url.pathname} could not be found`, { status: 404 });
}

export default function NotFound() {
  return null;
}
