import { Link } from "react-router";
import { AccountField } from "~/auth/account-field";
import type { Item, ItemPage } from "./item";
import { viewPath } from "./item-view";
import type { ItemRequest, ItemWork } from "./item-work";

/**
 * The newest featured items, above the list; nothing where there are none. They keep their place in the
 * list, so that nothing jumps when a star is set.
 */
export function Shelf({
  shelf,
  work,
  onAsk,
}: {
  shelf: ItemPage;
  work: readonly ItemWork[];
  onAsk: (request: ItemRequest) => void;
}) {
  const going = new Set(
    work
      .filter(
        ({ intent, item, result }) =>
          !result && (intent === "delete" || (intent === "feature" && !item.featured)),
      )
      .map(({ item }) => item.id),
  );
  const items = shelf.items.filter(({ id }) => !going.has(id));
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="featured-items" className="shelf">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="featured-items" className="text-subheading">
          Featured
        </h2>
        {shelf.next === null ? null : (
          <Link to={viewPath({ query: "", onlyFeatured: true })} className="link text-sm">
            All featured items
          </Link>
        )}
      </div>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {items.map((item) => (
          <ShelfItem key={item.id} item={item} onAsk={onAsk} />
        ))}
      </ul>
    </section>
  );
}

function ShelfItem({ item, onAsk }: { item: Item; onAsk: (request: ItemRequest) => void }) {
  return (
    <li className="sm:last:odd:col-span-2 flex items-center gap-1 rounded-control border border-line bg-surface ps-4">
      <bdi className="wrap-anywhere line-clamp-2 my-2.5 min-w-0 flex-1 text-left font-medium">
        {item.name}
      </bdi>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onAsk({ intent: "feature", items: [item], featured: false });
        }}
      >
        <AccountField />
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="featured" value="false" />
        <button
          type="submit"
          name="intent"
          value="feature"
          title="Take off the shelf"
          aria-label={`Take ${item.name} off the shelf`}
          className="icon-button icon-star-filled"
        />
      </form>
    </li>
  );
}
