import { useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { DASHBOARD_PATH } from "~/navigation/paths";
import { Filter } from "~/ui/filter";
import { type ItemView, itemViewPath, parseItemView } from "../item-view";

/** Typing slower than this starts a search. Milliseconds. */
const DEBOUNCE_MS = 250;

/** Search as one types, and the choice of all items or the featured ones; both stand in the address. */
export function ListFilter({ view }: { view: ItemView }) {
  const { query } = view;
  const navigate = useNavigate();
  const { location } = useNavigation();
  /** The view that is being loaded, or else the one that is shown. */
  const goal = location ? parseItemView(new URLSearchParams(location.search)) : view;
  const latestGoal = useRef(goal);
  useEffect(() => {
    latestGoal.current = goal;
  });
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const search = () => {
    window.clearTimeout(timer.current);
    const typed = field.current?.value.trim() ?? "";
    if (typed === latestGoal.current.query) return;
    navigate(itemViewPath({ ...latestGoal.current, query: typed }), {
      replace: true,
      preventScrollReset: true,
    });
  };
  // The address may change without the field: by the back button, or a link.
  useEffect(() => {
    const input = field.current;
    if (input && input !== document.activeElement) input.value = query;
  }, [query]);
  const option = (label: string, onlyFeatured: boolean) => ({
    to: itemViewPath({ query: goal.query, onlyFeatured }),
    label,
    isCurrent: view.onlyFeatured === onlyFeatured,
  });
  return (
    <div className="list-filter">
      <search>
        <form
          action={DASHBOARD_PATH}
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          {view.onlyFeatured ? <input type="hidden" name="show" value="featured" /> : null}
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
              timer.current = window.setTimeout(search, DEBOUNCE_MS);
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
      <Filter label="Filter" options={[option("All", false), option("Featured", true)]} />
    </div>
  );
}
