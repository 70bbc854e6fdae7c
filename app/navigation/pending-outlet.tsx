import { Outlet, useLocation, useNavigation } from "react-router";
import { PageSpinner } from "~/ui/spinner";

/**
 * The outlet of a layout, hidden behind a spinner while another page loads. It stays, with what was typed,
 * because the other page may not load, as offline.
 */
export function PendingOutlet() {
  const { location: next, state, formData } = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = state === "loading" && !formData && next.pathname !== pathname;
  return (
    <>
      {isLeaving ? <PageSpinner /> : null}
      <div hidden={isLeaving} className="contents">
        <Outlet />
      </div>
    </>
  );
}
