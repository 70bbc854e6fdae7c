import { type ReactNode, type SubmitEvent, useState } from "react";
import { href, useNavigate } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { getSubmittedData, ResultToast, useMutations } from "~/forms/mutations";
import { createId } from "~/ui/browser-features";
import { ButtonLink } from "~/ui/button";
import { formatItemCount, type ItemPage } from "./item";
import {
  InlineItemForm,
  ItemDialog,
  type ItemDraft,
  NEW_ITEM_INPUT_ID,
  NewItemForm,
} from "./item-form";
import { ItemRow } from "./item-row";
import { type ItemView, isUnfiltered, itemViewPath } from "./item-view";
import { ListFilter } from "./list-filter";
import { applyOptimistic } from "./optimistic";

/** Number of items from which search and filter are shown. */
const LONG_LIST = 8;

interface ItemListProps {
  readonly view: ItemView;
  readonly page: ItemPage;
  /** Whether `page` starts with the newest item. */
  readonly isNewest: boolean;
  readonly itemCount: number;
  readonly canFeature: boolean;
  /** At the end of the heading's line. */
  readonly link: ReactNode;
  /** Item to edit inline, within the page. */
  readonly draft: ItemDraft | null;
  readonly result: FormResult | undefined;
}

/** The signed-in user's items, newest first. Handles the submit events of all forms in the list. */
export function ItemList(props: ItemListProps) {
  const { view, page, isNewest, itemCount, canFeature, draft, result } = props;
  const { send, pending } = useMutations();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ItemDraft>();
  const [isDismissed, setIsDismissed] = useState(false);
  const items = applyOptimistic(page.items, pending, canFeature);
  const restoredId = pending
    .findLast(({ form }) => form.get("intent") === "restore")
    ?.form.get("id");
  const count = itemCount + items.length - page.items.length;

  function onSubmit(event: SubmitEvent<HTMLElement>) {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const form = getSubmittedData(event);
    const edited = items.find(({ id }) => id === form.get("item"));
    if (edited) return setDialog({ ...edited, intent: "rename" });
    const intent = form.get("intent");
    if (!form.has("id")) form.set("id", createId());
    if (intent === "delete") focusAdjacentRow(event.target);
    send(form, href("/dashboard"));
    if (intent !== "create" && !draft) return;
    event.target.reset();
    // Where the new item would not be in sight.
    if (draft || !isNewest || !isUnfiltered(view))
      void navigate(href("/dashboard"), { preventScrollReset: true });
  }

  const [hasTools, setHasTools] = useState(false);
  // They stay once shown: neither may go while it has the focus.
  if (!hasTools && (count >= LONG_LIST || !isUnfiltered(view))) setHasTools(true);
  return (
    <section
      aria-labelledby="items"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 sm:gap-5"
      onSubmit={onSubmit}
    >
      <div className="flex flex-wrap items-baseline gap-x-2 sm:gap-x-3">
        <h1 id="items" className="text-heading">
          Your items
        </h1>
        <p role="status" className="flex-1 text-ink-soft max-sm:text-sm">
          {count > 0 ? describeCount(props, count) : null}
        </p>
        {props.link}
      </div>
      {draft ? <InlineItemForm key={draft.id} draft={draft} result={result} /> : null}
      {result && !isDismissed && !("fieldErrors" in result && result.fieldErrors) ? (
        <ResultToast
          result={result}
          action={href("/dashboard")}
          onDismiss={() => setIsDismissed(true)}
        />
      ) : null}
      {draft ? null : (
        <NewItemForm
          result={result}
          onOpen={() => setDialog({ intent: "create", id: createId(), name: "" })}
        />
      )}
      {count === 0 ? (
        <p className="list-placeholder">Nothing yet. Click the button to add your first item.</p>
      ) : null}
      {hasTools && (count > 0 || !isUnfiltered(view)) ? <ListFilter view={view} /> : null}
      {count > 0 && items.length === 0 && !isUnfiltered(view) ? <NoResults view={view} /> : null}
      {isNewest ? null : (
        <ButtonLink to={itemViewPath(view)} variant="secondary">
          Newest items
        </ButtonLink>
      )}
      {items.length > 0 ? (
        <ul aria-labelledby="items" className="item-rows">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              {...item}
              canFeature={canFeature}
              hasFocus={item.id === restoredId}
            />
          ))}
        </ul>
      ) : null}
      {page.next ? (
        <ButtonLink to={itemViewPath(view, { before: page.next })} variant="secondary">
          Older items
        </ButtonLink>
      ) : null}
      {dialog ? <ItemDialog draft={dialog} onClose={() => setDialog(undefined)} /> : null}
    </section>
  );
}

/** Before a row is deleted, moves focus to the next row, the previous row, or the new-item field. */
function focusAdjacentRow(form: HTMLFormElement) {
  const row = form.closest(".item-rows > li");
  const adjacent = row?.nextElementSibling ?? row?.previousElementSibling;
  const target =
    adjacent?.querySelector<HTMLElement>(".item-name") ??
    document.getElementById(NEW_ITEM_INPUT_ID);
  target?.focus({ preventScroll: true });
}

/** Shown instead of the list if search or filter match nothing. */
function NoResults({ view: { query, onlyFeatured } }: Pick<ItemListProps, "view">) {
  const items = onlyFeatured ? "featured items" : "items";
  return (
    <p className="list-placeholder">
      {query === ""
        ? "No featured items yet. Items with a star are listed here."
        : `No ${items} match “${query}”.`}
    </p>
  );
}

/** `count` of all items; of a search or filter, what its first page tells. */
function describeCount({ view, page, isNewest }: ItemListProps, count: number): string | null {
  if (isUnfiltered(view)) return formatItemCount(count);
  if (!isNewest) return null;
  const found = formatItemCount(page.items.length);
  return `${page.next ? `More than ${found}` : found} ${view.query ? "found" : "featured"}`;
}
