import { memo, useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import { UNREACHABLE } from "~/forms/unreachable";
import { HOME_PATH } from "~/navigation/paths";
import { Alert } from "~/ui/alert";
import { Filter } from "~/ui/filter";
import { type ItemView, readItemView, viewPath } from "./item-view";

/** Nobody types slower than this between two letters of a word. Milliseconds. */
const TYPING_PAUSE_MS = 250;

/** Search as one types, and the choice of all items or the featured ones; both stand in the address. */
export const ListFilter = memo(function ListFilter({ view }: { view: ItemView }) {
  const { query, onlyFeatured } = view;
  const goal = useGoal(view);
  const latestGoal = useRef(goal);
  useEffect(() => {
    latestGoal.current = goal;
  }, [goal]);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const [isOffline, setIsOffline] = useState(false);
  const search = () => {
    window.clearTimeout(timer.current);
    const { current } = latestGoal;
    const typed = field.current?.value.trim();
    // An error page would come in the place of the list: without a connection it waits for one.
    setIsOffline(!navigator.onLine);
    if (!navigator.onLine) window.addEventListener("online", search, { once: true });
    else if (current && typed !== undefined && typed !== current.query) {
      navigate(viewPath({ ...current, query: typed }), { replace: true, preventScrollReset: true });
    }
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // The address may change without the field: by the back button, or a link.
  useEffect(() => {
    const input = field.current;
    if (input && input !== document.activeElement) input.value = query;
  }, [query]);
  const nextQuery = (goal ?? view).query;
  return (
    <div className="list-filter">
      <search>
        <form
          method="get"
          action="/dashboard"
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          {onlyFeatured ? <input type="hidden" name="show" value="featured" /> : null}
          <input
            ref={field}
            id="search-items"
            type="search"
            name="q"
            dir="auto"
            autoComplete="off"
            placeholder="Search"
            aria-label="Search items"
            defaultValue={query}
            className="control"
            onInput={() => {
              window.clearTimeout(timer.current);
              timer.current = window.setTimeout(search, TYPING_PAUSE_MS);
            }}
          />
          <button
            type="submit"
            title="Search"
            aria-label="Search"
            className="icon-button icon-search"
          />
        </form>
      </search>
      <Filter
        label="Filter"
        options={[
          {
            to: viewPath({ query: nextQuery, onlyFeatured: false }),
            label: "All",
            isCurrent: !onlyFeatured,
          },
          {
            to: viewPath({ query: nextQuery, onlyFeatured: true }),
            label: "Featured",
            isCurrent: onlyFeatured,
          },
        ]}
      />
      {isOffline ? <Alert type="error">{UNREACHABLE}</Alert> : null}
    </div>
  );
});

/** The view that is being loaded, or else the one that is shown; undefined on the way to another page. */
function useGoal(view: ItemView): ItemView | undefined {
  const { location } = useNavigation();
  if (!location) return view;
  const { pathname, search } = location;
  return pathname === HOME_PATH ? readItemView(new URLSearchParams(search)) : undefined;
}
