import { redirect } from "react-router";

/** Password managers come here. Source: W3C, "A Well-Known URL for Changing Passwords". */
export function loader() {
  return redirect("/settings/password");
}
