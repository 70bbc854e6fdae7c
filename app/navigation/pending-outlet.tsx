import { Outlet, useLocation, useNavigation } from "react-router";
import { PageSpinner } from "~/ui/spinner";

/** The page below a layout; a spinner in its place while another page is on its way. */
export function PendingOutlet() {
  const { location: next, state, formData } = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = state === "loading" && !formData && next.pathname !== pathname;
  return isLeaving ? <PageSpinner /> : <Outlet />;
}
