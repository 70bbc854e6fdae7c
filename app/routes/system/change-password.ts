import { href, redirect } from "react-router";

/** Leads password managers to the page. Source: W3C, "A Well-Known URL for Changing Passwords". */
export function loader() {
  return redirect(href("/settings/password"));
}
