import { useEffect, useEffectEvent, useRef } from "react";
import { href, Link, useNavigate, useNavigation } from "react-router";
import { type ItemFilter, itemsPath, parseItemFilter } from "./item-filter";

/** Search starts after this pause in typing. Milliseconds. */
const DEBOUNCE_MS = 250;

/** Search-as-you-type, and a filter for featured items. The URL holds the state. */
export function ListFilter({ filter }: { filter: ItemFilter }) {
  const { query } = filter;
  const navigate = useNavigate();
  const { location } = useNavigation();
  /** The filter of the pending navigation, or else the current one. */
  const targetFilter = location ? parseItemFilter(new URLSearchParams(location.search)) : filter;
  const latestFilter = useRef(targetFilter);
  useEffect(() => {
    latestFilter.current = targetFilter;
  });
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const search = () => {
    window.clearTimeout(timer.current);
    const typed = field.current?.value.trim() ?? "";
    if (typed === latestFilter.current.query) return;
    void navigate(itemsPath({ ...latestFilter.current, query: typed }), {
      replace: true,
      preventScrollReset: true,
      flushSync: true,
    });
  };
  // The URL can change without typing: by the back button or a link.
  const shown = useRef(query);
  useEffect(() => {
    const input = field.current;
    if (input && query !== shown.current && input !== document.activeElement) input.value = query;
    shown.current = query;
  }, [query]);
  // What was typed before hydration.
  const searchOnMount = useEffectEvent(search);
  useEffect(() => {
    searchOnMount();
    return () => window.clearTimeout(timer.current);
  }, []);
  return (
    <div className="list-filter flex flex-wrap items-center gap-2">
      <search className="relative min-w-[min(7rem,100%)] flex-1">
        <form
          action={href("/dashboard")}
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          {filter.onlyFeatured ? <input type="hidden" name="show" value="featured" /> : null}
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
            className="control ps-11"
            onInput={() => {
              window.clearTimeout(timer.current);
              timer.current = window.setTimeout(search, DEBOUNCE_MS);
            }}
            // Before the click that takes the focus, so that the link includes the search and is not
            // overridden by it.
            onBlur={search}
          />
        </form>
      </search>
      <nav aria-label="Filter" className="filter">
        {[false, true].map((onlyFeatured) => (
          <Link
            key={String(onlyFeatured)}
            to={itemsPath({ query: targetFilter.query, onlyFeatured })}
            aria-current={filter.onlyFeatured === onlyFeatured}
          >
            {onlyFeatured ? "Featured" : "All"}
          </Link>
        ))}
      </nav>
    </div>
  );
}
