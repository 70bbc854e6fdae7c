import { href, redirect } from "react-router";

/** For password managers. Source: W3C, "A Well-Known URL for Changing Passwords". */
export function loader() {
  return redirect(href("/settings/password"));
}
