import { useCallback } from "react";
import { useNavigate } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { lazyPart } from "~/ui/lazy-part";
import { useTimeZone } from "~/ui/reader-time";
import { AddItem, loadItemDialog } from "./add-item";
import { countItems, type ItemPage, MAX_COUNTED } from "./item";
import type { ItemDraft } from "./item-form";
import { Running, Told } from "./item-notices";
import { ItemRows } from "./item-rows";
import { type ItemView, isWholeList, viewPath } from "./item-view";
import { findTold, isOpen } from "./item-work";
import { KeyboardHint } from "./keyboard-hint";
import { ListFilter } from "./list-filter";
import { NewItem } from "./new-item";
import { NotAdded } from "./not-added";
import { useAllWork, useItemWork } from "./use-item-work";
import type { LoadedPage } from "./use-older-items";

export interface ItemListProps {
  readonly view: ItemView;
  readonly page: ItemPage;
  /** How many pages long `page` is; null when it is not the newest one: without scripts one pages by links. */
  readonly pages: number | null;
  /** The newest featured items. */
  readonly shelf: ItemPage;
  /** All items of the owner. */
  readonly itemCount: number;
  /** How many the view shows, where that is not all; one more than `MAX_COUNTED` for any greater number. */
  readonly found: number | undefined;
  readonly canFeature: boolean;
  /** Whether to tell what a better plan would put on the shelf. */
  readonly showNote: boolean;
  /** An item to edit in the page itself. */
  readonly draft: ItemDraft | null;
  /** The result of a form that was sent without scripts. */
  readonly result: FormResult | undefined;
  /** Is told what the list shows after "Load more". Of one identity while the props are the same. */
  readonly onLonger: LoadedPage["onLonger"];
}

// What only some need, or only now and then.
const PlainForms = lazyPart(async () => (await import("./plain-forms")).PlainForms);
const Shelf = lazyPart(async () => (await import("./shelf")).Shelf);
const ShelfNote = lazyPart(async () => (await import("./shelf-note")).ShelfNote);
const EmptyList = lazyPart(async () => (await import("./empty-list")).EmptyList);
const NothingFound = lazyPart(async () => (await import("./nothing-found")).NothingFound);

/** A pointer or the focus in the list may be about to open a dialog. */
const fetchAhead = () => void loadItemDialog().catch(() => undefined);

/** The signed-in user's items, newest first. It holds all state; its rows have none. */
export function ItemList(props: ItemListProps) {
  const { view, page, pages, shelf, itemCount, found, canFeature, showNote, draft, result } = props;
  const work = useItemWork();
  const allWork = useAllWork(work);
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const isWhole = isWholeList(view);
  const showsAdded = isWhole && pages !== null;
  const add = useCallback(
    (name: string) => {
      // What is added shows in the list, which a search or a filter would hide.
      if (!showsAdded) navigate("/dashboard", { preventScrollReset: true });
      const item = { id: crypto.randomUUID(), name, featured: false, createdAt: Date.now() };
      work.ask({ intent: "create", items: [item] });
    },
    [showsAdded, navigate, work],
  );
  const known = new Set(page.items.map(({ id }) => id));
  const added = allWork
    .filter(({ intent, item, result }) => intent === "create" && !result && !known.has(item.id))
    .map(({ item }) => item)
    .toReversed();
  const refused = allWork.filter(
    ({ intent, result }) => intent === "create" && result?.status === "error",
  );
  const told = findTold(allWork);
  const isEmpty = itemCount === 0 && added.length === 0;
  return (
    <section
      aria-labelledby="items"
      className="item-list"
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
    >
      <div>
        <h1 id="items" className="text-heading">
          Your items
        </h1>
        <p role="status" className="text-ink-soft">
          {isEmpty ? null : describeCount({ view, found, itemCount: itemCount + added.length })}
        </p>
      </div>
      {draft || result ? <PlainForms draft={draft} result={result} /> : null}
      <Running all={allWork} work={work} />
      <div className="flex items-start gap-2">
        {draft ? null : <NewItem result={result} onAdd={add} />}
        <AddItem />
      </div>
      <NotAdded refused={refused} work={work} />
      {isEmpty ? (
        <EmptyList onAdd={add} />
      ) : (
        <>
          {showNote && isWhole ? <ShelfNote /> : null}
          {isWhole && pages !== null && shelf.items.length > 0 ? (
            <Shelf shelf={shelf} work={allWork} onAsk={work.ask} />
          ) : null}
          <ListFilter view={view} />
          {page.items.length === 0 && added.length === 0 ? (
            <NothingFound view={view} />
          ) : (
            <ItemRows
              key={viewPath(view)}
              loaded={{ first: page, firstPages: pages, view, onLonger: props.onLonger }}
              added={isWhole ? added : []}
              open={allWork.filter((own) => own.intent === "rename" || isOpen(own))}
              canFeature={canFeature}
              timeZone={timeZone}
              isToastShown={told !== undefined}
              work={work}
            />
          )}
        </>
      )}
      <Told told={told} work={work} />
      <KeyboardHint />
    </section>
  );
}

function describeCount({
  view,
  found,
  itemCount,
}: Pick<ItemListProps, "view" | "found" | "itemCount">): string {
  if (found === undefined) return countItems(itemCount);
  const number = found > MAX_COUNTED ? `More than ${countItems(MAX_COUNTED)}` : countItems(found);
  return `${number} ${view.query ? "found" : "featured"}`;
}
