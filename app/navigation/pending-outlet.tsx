import { Outlet, useLocation, useNavigation } from "react-router";
import { PageSpinner } from "~/ui/spinner";

/** The outlet of a layout, replaced by a spinner while another page loads. */
export function PendingOutlet() {
  const { location: next, state, formData } = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = state === "loading" && !formData && next.pathname !== pathname;
  return isLeaving ? <PageSpinner /> : <Outlet />;
}
