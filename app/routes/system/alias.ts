import { href, redirect } from "react-router";
import type { Route } from "./+types/alias";

/** Addresses that people type, and the pages they expect there. */
const PAGES: Readonly<Record<string, string>> = {
  "/login": href("/auth/signin"),
  "/signin": href("/auth/signin"),
  "/signup": href("/auth/signup"),
  "/register": href("/auth/signup"),
  "/settings": href("/settings/general"),
  "/terms": href("/legal/terms-of-service"),
  "/privacy": href("/legal/privacy-policy"),
};

export function loader({ url }: Route.LoaderArgs) {
  return redirect((PAGES[url.pathname] ?? href("/")) + url.search);
}
