import type { ItemView } from "./item-view";

/** In the place of the list when a search or the filter finds nothing. */
export function NothingFound({ view: { query, onlyFeatured } }: { view: ItemView }) {
  return (
    <p className="wrap-anywhere rounded-card border border-line-strong border-dashed px-6 py-12 text-center text-ink-soft">
      {query === ""
        ? "No item is featured yet. Mark one with its star."
        : `No ${onlyFeatured ? "featured item" : "item"} has “${query}” in its name.`}
    </p>
  );
}
