import type { ReactNode } from "react";
import { AccountField } from "~/auth/account-field";
import { Spinner } from "~/ui/spinner";
import { formatDay, type Item, itemElementId } from "./item";
import { ItemProblem } from "./item-problem";
import { type ItemRequest, type ItemWork, isUnderWay } from "./item-work";

/** The form of the bar that changes selected items; each row's box belongs to it. */
export const SELECTION_FORM = "selection";

/** What the field of an item's name in its row is called. A half-written name is kept and restored by it. */
export const nameFieldOf = (id: string) => `name-${id}`;

export interface ItemRowProps {
  readonly item: Item;
  /** Whether the plan covered featured items when the page was loaded; the server decides. */
  readonly canFeature: boolean;
  /** The reader's. */
  readonly timeZone: string;
  /** What was asked of this item. */
  readonly work: ItemWork | undefined;
  readonly onAsk: (request: ItemRequest) => void;
  /** In place of the name while it is being typed. */
  readonly nameField?: ReactNode;
  /** What belongs below the item while it is being worked on. */
  readonly children?: ReactNode;
}

/**
 * One item with its controls: props in, elements out. What was asked for shows at once and goes back if
 * the server refuses; but an item is only taken away, and a star only announced as pressed, once that
 * is so. Without scripts its form posts to the page it is on.
 */
export function ItemRow(props: ItemRowProps) {
  const { item, canFeature, timeZone, work, onAsk, nameField, children } = props;
  const isGoing = work?.intent === "delete" && work.result?.status !== "error";
  const shown = work && isUnderWay(work) ? work.item : item;
  const formId = `form-${item.id}`;
  return (
    <li
      id={itemElementId(item.id)}
      tabIndex={-1}
      aria-busy={isGoing || undefined}
      className="item-row"
    >
      <input
        type="checkbox"
        form={SELECTION_FORM}
        name="id"
        value={item.id}
        className="item-check"
        aria-label={`Select ${item.name}`}
      />
      {nameField ?? (
        <button
          type="submit"
          form={formId}
          name="item"
          value={item.id}
          formMethod="get"
          formAction="/dashboard"
          title="Rename"
          data-opens={nameFieldOf(item.id)}
          className="item-name"
        >
          <bdi>{shown.name}</bdi>
        </button>
      )}
      <time dateTime={new Date(item.createdAt).toISOString()}>
        {formatDay(item.createdAt, timeZone)}
      </time>
      <form
        id={formId}
        method="post"
        onSubmit={(event) => {
          const request = readRequest(event.nativeEvent, item);
          if (!request) return;
          event.preventDefault();
          onAsk(request);
        }}
      >
        <AccountField />
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="featured" value={String(!item.featured)} />
        <FeatureButton item={item} shown={shown} canFeature={canFeature} work={work} />
        <button
          type="submit"
          name="item"
          value={item.id}
          formMethod="get"
          formAction="/dashboard"
          className="icon-button icon-pencil"
          title="Edit"
          aria-label={`Edit ${item.name}`}
        />
        <button
          type="submit"
          name="intent"
          value="delete"
          className="icon-button icon-bin"
          title="Delete"
          aria-label={`Delete ${item.name}`}
        />
      </form>
      {work?.result?.status === "error" && work.result.message && !work.isOfSeveral ? (
        <ItemProblem message={work.result.message} />
      ) : null}
      {children}
    </li>
  );
}

function FeatureButton({
  item,
  shown,
  canFeature,
  work,
}: Pick<ItemRowProps, "item" | "canFeature" | "work"> & { readonly shown: Item }) {
  const isAsked = work?.intent === "feature" && work.result === undefined;
  const isShown = (canFeature ? shown : item).featured;
  return (
    <button
      type="submit"
      name="intent"
      value="feature"
      title={item.featured ? "Featured" : "Feature"}
      aria-pressed={item.featured}
      aria-label={`Featured: ${item.name}`}
      className={`icon-button icon-star${isShown ? "-filled" : ""}`}
    >
      {isAsked && !canFeature ? <Spinner size="small" /> : null}
    </button>
  );
}

/** What the pressed button asks for. */
function readRequest(event: Event, item: Item): ItemRequest | undefined {
  const button = event instanceof SubmitEvent ? event.submitter : null;
  if (!(button instanceof HTMLButtonElement)) return undefined;
  const items = [item] as const;
  if (button.matches(".item-name")) return { intent: "type", items };
  if (button.name === "item") return { intent: "edit", items };
  if (button.value === "feature") return { intent: "feature", items, featured: !item.featured };
  return button.value === "delete" ? { intent: "delete", items } : undefined;
}
