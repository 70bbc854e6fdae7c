import {
  type SubmitEvent,
  startTransition,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { href, Link, useFetchers, useNavigate, useNavigation } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import { FEATURING_PLANS, findPlan } from "~/content/plans";
import type { FormResult } from "~/forms/form-result";
import { createId } from "~/ui/browser-features";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { useTimeZone } from "~/ui/time/local-time";
import { COUNT_LIMIT, formatItemCount, type ItemPage, MAX_PAGES, parseDeletedItems } from "../item";
import {
  InlineItemForm,
  ItemDialog,
  type ItemDraft,
  NEW_ITEM_INPUT_ID,
  NewItemForm,
} from "../item-form";
import { getSubmittedData, ItemMutations, ResultToast } from "../item-mutations";
import { type ItemView, isUnfiltered, itemViewPath } from "../item-view";
import { applyOptimistic } from "../optimistic";
import { ItemRow } from "./item-row";
import { ListFilter } from "./list-filter";
import { SelectableItemList } from "./selectable-item-list";

/** From this many items on, search, filter and selection are worth their place. */
const LONG_LIST = 8;

interface ItemListProps {
  readonly view: ItemView;
  readonly page: ItemPage;
  /** How many pages `page` spans; null if it does not start with the newest item. */
  readonly pages: number | null;
  readonly itemCount: number;
  /** Number of items in a filtered view, at most `COUNT_LIMIT` + 1; undefined without search and filter. */
  readonly matchCount: number | undefined;
  readonly canFeature: boolean;
  /** Opened with checkboxes to select items. */
  readonly isSelecting: boolean;
  /** Item to edit inline, within the page. */
  readonly draft: ItemDraft | null;
  readonly result: FormResult | undefined;
}

/** The signed-in user's items, newest first. Handles the submit events of all forms in the list. */
export function ItemList(props: ItemListProps) {
  const { view, page, pages, itemCount, canFeature, draft, result } = props;
  const { send, pending: unsent } = use(ItemMutations);
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const dayFormat = useMemo(
    () => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone }),
    [timeZone],
  );
  const [dialog, setDialog] = useState<ItemDraft>();
  const [isSelecting, setIsSelecting] = useState(props.isSelecting);
  const [isDismissed, setIsDismissed] = useState(false);
  const submitted = useFetchers().flatMap(({ formData }) =>
    formData?.has("intent") ? formData : [],
  );
  const pending = [...unsent, ...submitted];
  const items = applyOptimistic(page.items, pending, canFeature);
  const restoring = pending.findLast((form) => form.get("intent") === "restore");
  const restoredId = restoring && parseDeletedItems(restoring.get("items"))[0]?.id;
  const count = itemCount + items.length - page.items.length;

  function openDialog(id: FormDataEntryValue) {
    const item = items.find((other) => other.id === id);
    if (item) setDialog({ ...item, intent: "rename" });
  }

  function onSubmit(event: SubmitEvent<HTMLElement>) {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const form = getSubmittedData(event);
    const editedId = form.get("item");
    if (editedId) return openDialog(editedId);
    const intent = form.get("intent");
    const ids = form.getAll("id");
    if (ids.length > 0) form.set("id", ids.join(","));
    else if (intent === "create") form.set("id", createId());
    if (intent === "delete") focusAdjacentRow(event.target);
    send(form);
    if (intent === "create" || isSelecting) event.target.reset();
    const isHidden = intent === "create" && !(isUnfiltered(view) && pages !== null);
    if (draft || isHidden) void navigate(href("/dashboard"), { preventScrollReset: true });
  }

  const [hasTools, setHasTools] = useState(false);
  // They stay once shown: neither may go while it has the focus.
  if (!hasTools && (count >= LONG_LIST || !isUnfiltered(view))) setHasTools(true);
  const select = isSelecting ? itemViewPath(view) : itemViewPath(view, { select: "" });
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
        {items.length > 0 && (hasTools || isSelecting) ? (
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
          onOpen={() => setDialog({ intent: "create", id: createId(), name: "" })}
        />
      )}
      {count === 0 ? <EmptyState /> : null}
      {hasTools && (count > 0 || !isUnfiltered(view)) ? <ListFilter view={view} /> : null}
      {count > 0 && items.length === 0 && !isUnfiltered(view) ? (
        <NoResults view={view} canFeature={canFeature} />
      ) : null}
      {pages === null ? (
        <ButtonLink to={itemViewPath(view)} variant="secondary">
          Newest items
        </ButtonLink>
      ) : null}
      {items.length === 0 ? null : isSelecting ? (
        <SelectableItemList items={items} dayFormat={dayFormat} canFeature={canFeature} />
      ) : (
        <ul aria-labelledby="items" className="item-rows">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              {...item}
              dayFormat={dayFormat}
              canFeature={canFeature}
              hasFocus={item.id === restoredId}
            />
          ))}
        </ul>
      )}
      <LoadMore page={page} pages={pages} view={view} />
      {dialog ? <ItemDialog draft={dialog} onClose={() => setDialog(undefined)} /> : null}
    </section>
  );
}

/** Before a row is deleted, moves focus to the next row, the previous row, or the new-item field. */
function focusAdjacentRow(form: HTMLFormElement) {
  const row = form.closest(".item-rows > li");
  const adjacent = row?.nextElementSibling ?? row?.previousElementSibling;
  const isSelection = row === null && form.querySelector(".item-check:not(:checked)") !== null;
  if (isSelection) return;
  const target =
    adjacent?.querySelector<HTMLElement>(".item-name") ??
    document.getElementById(NEW_ITEM_INPUT_ID);
  target?.focus({ preventScroll: true });
}

/** Loads more items into this page, up to `MAX_PAGES`; beyond that, links to a separate page. */
function LoadMore({ page, pages, view }: Pick<ItemListProps, "page" | "pages" | "view">) {
  const { location } = useNavigation();
  const isLoading = location !== undefined && new URLSearchParams(location.search).has("pages");
  /** Row count before loading more; the first new row gets the focus. */
  const previousCount = useRef<number>(undefined);
  useEffect(() => {
    if (previousCount.current === undefined || page.items.length <= previousCount.current) return;
    const row = document.querySelectorAll(".item-rows > li")[previousCount.current];
    row?.querySelector<HTMLElement>(".item-check, .item-name")?.focus();
    previousCount.current = undefined;
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
        previousCount.current = page.items.length;
      }}
    >
      {isLoading ? <Spinner size="small" label="Loading more items" /> : null}
      <span>Load more</span>
    </ButtonLink>
  );
}

const EXAMPLES = ["Renew the domain", "Delivery date on the order form", "Slow report on Mondays"];

/** Shown instead of an empty list, with example items that one click adds. */
function EmptyState() {
  return (
    <div className="list-placeholder grid justify-items-center gap-6">
      <div aria-hidden="true" className="stitch w-24" />
      <div className="grid max-w-md gap-2">
        <p className="font-medium text-ink">
          Nothing yet. Click the button to add your first item.
        </p>
        <p>
          An item can be anything: a task, a product, a name to remember. Start with one of these,
          if you like:
        </p>
      </div>
      <AccountForm as="form" className="flex flex-wrap justify-center gap-2">
        <input type="hidden" name="intent" value="create" />
        {EXAMPLES.map((name) => (
          <Button key={name} variant="secondary" name="name" value={name}>
            {name}
          </Button>
        ))}
      </AccountForm>
    </div>
  );
}

/** Shown instead of the list if search or filter match nothing. */
function NoResults({ view, canFeature }: Pick<ItemListProps, "view" | "canFeature">) {
  const { query, onlyFeatured } = view;
  if (onlyFeatured && !canFeature) {
    const names = FEATURING_PLANS.map((id) => findPlan(id)?.name).join(" and ");
    return (
      <div className="list-placeholder grid justify-items-center gap-5">
        <p className="max-w-md text-balance">{`Featured items are part of the ${names} plans. Give an item a star, and it’s listed here, however long your list gets.`}</p>
        <ButtonLink to={href("/pricing")}>View plans</ButtonLink>
      </div>
    );
  }
  const items = onlyFeatured ? "featured items" : "items";
  return (
    <p className="list-placeholder">
      {query === ""
        ? "No featured items yet. Items with a star are listed here."
        : `No ${items} match “${query}”.`}
    </p>
  );
}

function describeCount({ view, matchCount }: ItemListProps, count: number): string {
  if (matchCount === undefined) return formatItemCount(count);
  const number = formatItemCount(Math.min(matchCount, COUNT_LIMIT));
  const found = matchCount > COUNT_LIMIT ? `More than ${number}` : number;
  return `${found} ${view.query ? "found" : "featured"}`;
}
