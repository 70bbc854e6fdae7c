import type { ReactNode } from "react";
import { Alert } from "~/ui/alert";
import { Spinner } from "~/ui/spinner";
import { TextLink } from "~/ui/text-link";
import { formatDay, type Item, itemElementId, UPGRADE_MESSAGE } from "./item";
import type { ItemIntent, ItemWork } from "./use-item-work";

export interface ItemRowProps {
  readonly item: Item;
  /** Whether the plan covered featured items when the page was loaded; the server decides. */
  readonly canFeature: boolean;
  /** What was asked of this item. */
  readonly work: ItemWork | undefined;
  readonly onAsk: (intent: ItemIntent, item: Item) => void;
  /** What belongs below the item while it is being worked on. */
  readonly children?: ReactNode;
}

/**
 * One item with its controls: props in, elements out. What was asked for shows at once and goes back if
 * the server refuses; but an item is only taken away, and a star only announced as pressed, once that
 * is so. Without scripts its form posts to the page it is on.
 */
export function ItemRow({ item, canFeature, work, onAsk, children }: ItemRowProps) {
  const isGoing = work?.intent === "delete" && work.result?.status !== "error";
  return (
    <li
      id={itemElementId(item.id)}
      tabIndex={-1}
      aria-busy={isGoing || undefined}
      className="item-row"
    >
      <bdi>{item.name}</bdi>
      <time dateTime={new Date(item.createdAt).toISOString()}>{formatDay(item.createdAt)}</time>
      <form
        method="post"
        onSubmit={(event) => {
          const intent = pressedButton(event.nativeEvent);
          if (!intent) return;
          event.preventDefault();
          onAsk(intent, item);
        }}
      >
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="featured" value={String(!item.featured)} />
        <FeatureButton item={item} canFeature={canFeature} work={work} />
        <button
          type="submit"
          name="item"
          value={item.id}
          formMethod="get"
          formAction="/dashboard"
          className="icon-button icon-pencil"
          aria-label={`Edit ${item.name}`}
        />
        <button
          type="submit"
          name="intent"
          value="delete"
          className="icon-button icon-bin"
          aria-label={`Delete ${item.name}`}
        />
      </form>
      {work?.result?.status === "error" && work.result.message ? (
        <ItemProblem message={work.result.message} />
      ) : null}
      {children}
    </li>
  );
}

function FeatureButton({
  item,
  canFeature,
  work,
}: Pick<ItemRowProps, "item" | "canFeature" | "work">) {
  const isAsked = work?.intent === "feature" && work.result === undefined;
  const isShown = isAsked && canFeature ? work.featured : item.featured;
  return (
    <button
      type="submit"
      name="intent"
      value="feature"
      aria-pressed={item.featured}
      aria-label={`Featured: ${item.name}`}
      className={isShown ? "icon-button icon-star-filled text-accent!" : "icon-button icon-star"}
    >
      {isAsked && !canFeature ? <Spinner size="small" /> : null}
    </button>
  );
}

/** What the pressed button asks for. */
function pressedButton(event: Event): ItemIntent | undefined {
  const button = event instanceof SubmitEvent ? event.submitter : null;
  if (!(button instanceof HTMLButtonElement)) return undefined;
  if (button.name === "item") return "edit";
  return button.value === "feature" || button.value === "delete" ? button.value : undefined;
}

/** Why something was not done, with a link to the plans where a better plan is needed. */
export function ItemProblem({ message }: { message: string }) {
  return (
    <Alert type="error">
      <span>{message}</span>
      {message === UPGRADE_MESSAGE ? (
        <TextLink to="/pricing" className="ml-2 inline-block">
          See the plans
        </TextLink>
      ) : null}
    </Alert>
  );
}
