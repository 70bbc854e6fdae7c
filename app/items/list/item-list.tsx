import { type SubmitEvent, startTransition, use, useEffect, useRef, useState } from "react";
import { Link, useFetchers, useNavigate, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import type { FormResult } from "~/forms/form-result";
import { DASHBOARD_PATH } from "~/navigation/paths";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { useTimeZone } from "~/ui/time/reader-time";
import { COUNT_LIMIT, formatItemCount, type ItemPage, MAX_PAGES } from "../item";
import {
  InlineItemForm,
  ItemDialog,
  type ItemDraft,
  NEW_ITEM_INPUT_ID,
  NewItemForm,
} from "../item-form";
import { getSubmittedData, ItemMutations, ResultToast } from "../item-mutations";
import { type ItemView, isUnfiltered, itemViewPath } from "../item-view";
import { applyOptimistic, getDeletedItems, type ListedItem } from "../optimistic";
import { ItemRow } from "./item-row";
import { ListFilter } from "./list-filter";
import { SelectableItemList } from "./selectable-item-list";
import { Shortcuts } from "./shortcuts";

export interface ItemListProps {
  readonly view: ItemView;
  readonly page: ItemPage;
  /** How many pages long `page` is; null when it does not begin with the newest item. */
  readonly pages: number | null;
  /** The newest featured items. */
  readonly featured: ItemPage;
  /** All items of the owner. */
  readonly itemCount: number;
  /** How many the view shows, where that is not all; one more than `COUNT_LIMIT` for any greater number. */
  readonly matchCount: number | undefined;
  readonly canFeature: boolean;
  /** Whether the page was opened to select items. */
  readonly isSelecting: boolean;
  /** An item to edit in the page itself. */
  readonly draft: ItemDraft | null;
  /** The result of a form that was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** The signed-in user's items, newest first. All forms in it are handled here. */
export function ItemList(props: ItemListProps) {
  const { view, page, pages, featured: featuredPage, itemCount, canFeature, draft, result } = props;
  const { send, pendingAdds: adding } = use(ItemMutations);
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const [dialog, setDialog] = useState<ItemDraft>();
  const [isSelecting, setIsSelecting] = useState(props.isSelecting);
  const [isDismissed, setIsDismissed] = useState(false);
  const sent = useFetchers().flatMap(({ formData }) => (formData?.has("intent") ? formData : []));
  const forms = [...adding, ...sent];
  const items = applyOptimistic(page.items, forms, canFeature);
  const featured = applyOptimistic(featuredPage.items, forms, canFeature).filter(
    (item) => item.featured,
  );
  const restoring = forms.findLast((form) => form.get("intent") === "restore");
  const restoredId = restoring && getDeletedItems(restoring)[0]?.id;
  const count = itemCount + items.length - page.items.length;

  function openDialog(id: FormDataEntryValue) {
    const item = [...items, ...featured].find((other) => other.id === id);
    if (item) setDialog({ ...item, intent: "rename" });
  }

  function onSubmit(event: SubmitEvent<HTMLElement>) {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const form = getSubmittedData(event);
    const opened = form.get("item");
    if (opened) return openDialog(opened);
    const intent = form.get("intent");
    const ids = form.getAll("id");
    if (intent !== "create" && ids.length === 0) return;
    form.set("id", ids.length > 0 ? ids.join(",") : crypto.randomUUID());
    if (intent === "delete") focusNeighbor(event.target);
    // The plan's refusal is said once, however many stars were pressed.
    send(form, intent === "feature" && !canFeature ? "feature" : undefined);
    if (intent === "create" || isSelecting) event.target.reset();
    const isHidden = intent === "create" && !(isUnfiltered(view) && pages !== null);
    if (draft || isHidden) navigate(DASHBOARD_PATH, { preventScrollReset: true });
  }

  const select = isSelecting ? itemViewPath(view) : itemViewPath(view, { select: "" });
  return (
    <section aria-labelledby="items" className="item-list" onSubmit={onSubmit}>
      <div className="item-list-head">
        <h1 id="items" className="text-heading">
          Your items
        </h1>
        <p role="status" className="text-ink-soft">
          {count > 0 ? describeCount(props, count) : null}
        </p>
        {items.length > 0 ? (
          <Link
            to={select}
            className="link select-link"
            onClick={(event) => {
              event.preventDefault();
              startTransition(() => setIsSelecting(!isSelecting));
            }}
          >
            {isSelecting ? "Done" : "Select"}
          </Link>
        ) : null}
      </div>
      {draft ? <InlineItemForm key={draft.id} draft={draft} result={result} /> : null}
      {result && !isDismissed && !("fieldErrors" in result && result.fieldErrors) ? (
        <ResultToast result={result} onDismiss={() => setIsDismissed(true)} />
      ) : null}
      {draft ? null : (
        <NewItemForm
          result={result}
          onOpen={() => setDialog({ intent: "create", id: crypto.randomUUID(), name: "" })}
        />
      )}
      <FeaturedItems items={featured} hasMore={featuredPage.next !== null} />
      {count > 0 ? <ListFilter view={view} /> : <EmptyState />}
      {count > 0 && items.length === 0 && !isUnfiltered(view) ? <NoResults view={view} /> : null}
      {pages === null ? (
        <ButtonLink to={itemViewPath(view)} variant="secondary">
          Newest items
        </ButtonLink>
      ) : null}
      {items.length === 0 ? null : isSelecting ? (
        <SelectableItemList items={items} timeZone={timeZone} />
      ) : (
        <ul aria-labelledby="items" className="item-rows">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              {...item}
              timeZone={timeZone}
              hasFocus={item.id === restoredId}
            />
          ))}
        </ul>
      )}
      <LoadMore page={page} pages={pages} view={view} />
      {dialog ? <ItemDialog draft={dialog} onClose={() => setDialog(undefined)} /> : null}
      <Shortcuts />
    </section>
  );
}

/** Before a row goes: its focus moves to the next one, or the one before, or to the field that adds. */
function focusNeighbor(form: HTMLFormElement) {
  const row = form.closest(".item-rows > li");
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  const isSelection = row === null && form.querySelector(".item-check:not(:checked)") !== null;
  if (isSelection) return;
  const target =
    neighbor?.querySelector<HTMLElement>(".item-name") ??
    document.getElementById(NEW_ITEM_INPUT_ID);
  target?.focus({ preventScroll: true });
}

/** The newest featured items. They keep their places in the list, so that nothing jumps when a star is set. */
function FeaturedItems({ items, hasMore }: { items: readonly ListedItem[]; hasMore: boolean }) {
  if (items.length === 0) return null;
  return (
    <section aria-label="Featured">
      <form className="featured-items">
        {items.map(({ id, name }) => (
          <button key={id} type="submit" name="item" value={id} title="Edit" className="chip">
            <bdi>{name}</bdi>
          </button>
        ))}
        {hasMore ? (
          <Link to={itemViewPath({ query: "", onlyFeatured: true })} className="chip">
            All featured items
          </Link>
        ) : null}
      </form>
    </section>
  );
}

/** The way to older items: on this page as long as it is short enough, and then on one of their own. */
function LoadMore({ page, pages, view }: Pick<ItemListProps, "page" | "pages" | "view">) {
  const { location } = useNavigation();
  const isLoading = location !== undefined && new URLSearchParams(location.search).has("pages");
  /** How many rows there were when more were asked for: the next one gets the focus. */
  const shownBefore = useRef<number>(undefined);
  useEffect(() => {
    if (shownBefore.current === undefined || page.items.length <= shownBefore.current) return;
    const row = document.querySelectorAll(".item-rows > li")[shownBefore.current];
    row?.querySelector<HTMLElement>(".item-check, .item-name")?.focus();
    shownBefore.current = undefined;
  }, [page]);
  if (page.next === null) return null;
  if (pages === null || pages === MAX_PAGES) {
    return (
      <ButtonLink to={itemViewPath(view, { before: page.next })} variant="secondary">
        Older items
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      to={itemViewPath(view, { pages: String(pages + 1) })}
      replace
      preventScrollReset
      variant="secondary"
      aria-busy={isLoading || undefined}
      onClick={() => {
        shownBefore.current = page.items.length;
      }}
    >
      {isLoading ? <Spinner size="small" label="Loading more items" /> : null}
      Load more
    </ButtonLink>
  );
}

const EXAMPLES = ["Call the supplier back", "Winter collection", "Sample 14, undyed"];

/** An invitation in the place of the list: what items are for, and three that one click adds. */
function EmptyState() {
  return (
    <div className="list-placeholder grid justify-items-center gap-6">
      <div aria-hidden="true" className="stitch w-24" />
      <div className="grid max-w-sm gap-2 text-balance">
        <p className="font-medium text-ink">
          Nothing yet. Click the button to add your first item.
        </p>
        <p>
          An item is a line of your own: a task, a thing you sell, a name to remember. Start with
          one of these, if you like:
        </p>
      </div>
      <form method="post" className="flex flex-wrap justify-center gap-2">
        <AccountField />
        <input type="hidden" name="intent" value="create" />
        {EXAMPLES.map((name) => (
          <Button key={name} variant="secondary" name="name" value={name}>
            {name}
          </Button>
        ))}
      </form>
    </div>
  );
}

/** In the place of the list when a search or the filter finds nothing. */
function NoResults({ view: { query, onlyFeatured } }: { view: ItemView }) {
  return (
    <p className="list-placeholder">
      {query === ""
        ? "No item is featured yet. Mark one with its star."
        : `No ${onlyFeatured ? "featured item" : "item"} has “${query}” in its name.`}
    </p>
  );
}

function describeCount({ view, matchCount }: ItemListProps, count: number): string {
  if (matchCount === undefined) return formatItemCount(count);
  const number =
    matchCount > COUNT_LIMIT
      ? `More than ${formatItemCount(COUNT_LIMIT)}`
      : formatItemCount(matchCount);
  return `${number} ${view.query ? "found" : "featured"}`;
}
