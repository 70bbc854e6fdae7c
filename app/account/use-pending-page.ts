import { useLocation, useNavigation } from "react-router";

/** The pages of settings share a head, so going from one to another keeps the page. */
const SETTINGS = "/settings/";

/** True while another page of the account area is on its way. */
export function usePendingPage(): boolean {
  const { location: next, state, formData } = useNavigation();
  const { pathname } = useLocation();
  if (!next || state !== "loading" || formData || next.pathname === pathname) return false;
  return !(next.pathname.startsWith(SETTINGS) && pathname.startsWith(SETTINGS));
}
