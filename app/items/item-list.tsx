import { type SubmitEvent, useMemo, useState } from "react";
import { href, useNavigate } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { getSubmittedData, ResultToast, useMutations } from "~/forms/mutations";
import { createId } from "~/ui/browser-features";
import { Button, ButtonLink } from "~/ui/button";
import { useTimeZone } from "~/ui/time/local-time";
import { formatItemCount, type ItemPage } from "./item";
import { type ItemFilter, isUnfiltered, itemsPath } from "./item-filter";
import {
  InlineItemForm,
  ItemDialog,
  type ItemDraft,
  NEW_ITEM_INPUT_ID,
  NewItemForm,
} from "./item-form";
import { ItemRow, LOCKED_STAR } from "./item-row";
import { ListFilter } from "./list-filter";
import { applyOptimistic } from "./optimistic";

/** Number of items from which search and filter are shown. */
const LONG_LIST = 8;

interface ItemListProps {
  readonly filter: ItemFilter;
  readonly page: ItemPage;
  /** Whether `page` starts with the newest item. */
  readonly isNewest: boolean;
  readonly itemCount: number;
  readonly canFeature: boolean;
  /** Dates of this year are shown without it. */
  readonly year: number;
  /** Item to edit inline, within the page. */
  readonly draft: ItemDraft | null;
  readonly result: FormResult | undefined;
}

/** The signed-in user's items, newest first. Handles the submit events of all forms in the list. */
export function ItemList(props: ItemListProps) {
  const { filter, page, isNewest, itemCount, canFeature, year, draft, result } = props;
  const { send, pending } = useMutations();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const formatDay = useMemo(() => {
    const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone });
    return (createdAt: number) => dayFormat.format(createdAt).replace(`, ${year}`, "");
  }, [timeZone, year]);
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
    if (draft || !isNewest || !isUnfiltered(filter))
      void navigate(href("/dashboard"), { preventScrollReset: true });
  }

  const [hasTools, setHasTools] = useState(false);
  // They stay once shown: neither may go while it has the focus.
  if (!hasTools && (count >= LONG_LIST || !isUnfiltered(filter))) setHasTools(true);
  return (
    <section
      aria-labelledby="items"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
      onSubmit={onSubmit}
    >
      <div className="flex flex-wrap items-baseline gap-x-2 sm:gap-x-3">
        <h1 id="items" className="text-feature">
          Your items
        </h1>
        <p role="status" className="text-ink-soft max-sm:text-sm">
          {count > 0 ? describeCount(props, count) : null}
        </p>
        <p className="mt-2 w-full text-ink-soft max-sm:text-sm sm:mt-3">
          An example of an app we build. Only you can see it.
        </p>
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
          isFirst={count === 0}
          onOpen={() => setDialog({ intent: "create", id: createId(), name: "" })}
        />
      )}
      {count === 0 ? <EmptyState /> : null}
      {hasTools && (count > 0 || !isUnfiltered(filter)) ? <ListFilter filter={filter} /> : null}
      {count > 0 && items.length === 0 && !isUnfiltered(filter) ? (
        <NoResults filter={filter} canFeature={canFeature} />
      ) : null}
      {isNewest ? null : (
        <ButtonLink to={itemsPath(filter)} variant="secondary">
          Newest items
        </ButtonLink>
      )}
      {items.length > 0 ? (
        <ul aria-labelledby="items" className="item-rows">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              {...item}
              formatDay={formatDay}
              canFeature={canFeature}
              hasFocus={item.id === restoredId}
            />
          ))}
        </ul>
      ) : null}
      {items.length > 0 && !canFeature ? (
        <p className="text-ink-soft text-sm">{LOCKED_STAR}</p>
      ) : null}
      {page.next ? (
        <ButtonLink to={itemsPath(filter, { before: page.next })} variant="secondary">
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

const EXAMPLES = ["Send Friday’s invoices", "Renew the domain name", "Book the trade show booth"];

/** Shown instead of an empty list, with example items that one click adds. */
function EmptyState() {
  return (
    <div className="list-placeholder grid justify-items-center gap-5">
      <div className="grid gap-2">
        <p className="font-medium text-ink">
          Nothing yet. Click the button to add your first item.
        </p>
        <p>Or start with one of these:</p>
      </div>
      <AccountForm as="form" className="examples">
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
function NoResults({ filter, canFeature }: Pick<ItemListProps, "filter" | "canFeature">) {
  const { query, onlyFeatured } = filter;
  if (onlyFeatured && !canFeature) {
    return (
      <div className="list-placeholder grid justify-items-center gap-5">
        <p className="max-w-md text-balance">{`${LOCKED_STAR} Give an item a star, and it’s listed here, however long your list gets.`}</p>
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

/** `count` of all items; of a search or filter, what its first page tells. */
function describeCount({ filter, page, isNewest }: ItemListProps, count: number): string | null {
  if (isUnfiltered(filter)) return formatItemCount(count);
  if (!isNewest) return null;
  const found = formatItemCount(page.items.length);
  return `${page.next ? `More than ${found}` : found} ${filter.query ? "found" : "featured"}`;
}
