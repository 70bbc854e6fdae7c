import { memo } from "react";
import { AccountForm } from "~/auth/session/account-form";
import { FEATURING_PLANS, findPlan } from "~/content/plans";
import { Spinner } from "~/ui/spinner";
import type { ListedItem } from "./optimistic";

const TITLES = { feature: "Feature", unfeature: "Unfeature" } as const;
const featuring = FEATURING_PLANS.map((id) => findPlan(id)?.name).join(" or ");
/** What opens a locked star. */
export const LOCKED_STAR = `You can feature items with an active ${featuring} plan.`;

/**
 * One item: its name opens the form, the star features it, the bin deletes it. The list handles the submit;
 * without scripts the server does. Takes the item as plain values, so that revalidation re-renders changed
 * rows only.
 */
export const ItemRow = memo(function ItemRow({
  id,
  name,
  featured,
  createdAt,
  isAdding,
  formatDay,
  canFeature,
  hasFocus,
}: ListedItem & {
  readonly formatDay: (createdAt: number) => string;
  /** False mutes the star; selecting it shows why. */
  readonly canFeature: boolean;
  /** Takes the focus when it appears. */
  readonly hasFocus: boolean;
}) {
  if (isAdding) {
    return (
      <li className="item-row item-row-adding">
        <Spinner size="small" label="Adding" />
        <bdi>{name}</bdi>
      </li>
    );
  }
  const intent = featured ? "unfeature" : "feature";
  return (
    <li>
      <AccountForm as="form" className="item-row">
        <input type="hidden" name="id" value={id} />
        <button
          ref={hasFocus ? focus : null}
          type="submit"
          name="item"
          value={id}
          formMethod="get"
          title="Edit"
          className="item-name"
        >
          <bdi>{name}</bdi>
          <small>{formatDay(createdAt)}</small>
        </button>
        <button
          type="submit"
          name="intent"
          value={intent}
          aria-pressed={featured}
          aria-label={`Featured: ${name}`}
          title={canFeature ? TITLES[intent] : LOCKED_STAR}
          className={`icon-button icon-star${featured ? " icon-star-filled" : ""}${canFeature ? "" : " icon-locked"}`}
        />
        <button
          type="submit"
          name="intent"
          value="delete"
          aria-label={`Delete ${name}`}
          title="Delete"
          className="icon-button icon-bin"
        />
      </AccountForm>
    </li>
  );
});

const focus = (element: HTMLElement | null) => element?.focus();
