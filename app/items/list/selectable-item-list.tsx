import { memo, useState } from "react";
import { AccountForm } from "~/auth/session/account-form";
import { Button } from "~/ui/button";
import { formatDay, MAX_SELECTED } from "../item";
import type { ListedItem } from "../optimistic";

/** The list with a checkbox in each row and the batch actions, as one plain form. */
export function SelectableItemList({
  items,
  timeZone,
  canFeature,
}: {
  items: readonly ListedItem[];
  timeZone: string;
  canFeature: boolean;
}) {
  const [count, setCount] = useState(0);
  const isTooMany = count > MAX_SELECTED;
  return (
    <AccountForm
      as="form"
      onChange={({ currentTarget }) => setCount(new FormData(currentTarget).getAll("id").length)}
      onReset={() => setCount(0)}
    >
      <ul aria-labelledby="items" className="item-rows">
        {items.map((item) => (
          <SelectableRow key={item.id} {...item} timeZone={timeZone} />
        ))}
      </ul>
      <div className="selection-bar">
        <p role="status" className="selection-count">
          <span>{count > 0 ? `${count} selected` : "Select items"}</span>
          <span>{isTooMany ? `, at most ${MAX_SELECTED} at a time` : null}</span>
        </p>
        {canFeature ? (
          <Button variant="secondary" name="intent" value="feature" disabled={isTooMany}>
            Feature
          </Button>
        ) : null}
        <Button variant="secondary" name="intent" value="delete" disabled={isTooMany}>
          Delete
        </Button>
      </div>
    </AccountForm>
  );
}

const SelectableRow = memo(function SelectableRow({
  id,
  name,
  createdAt,
  isAdding,
  timeZone,
}: ListedItem & { readonly timeZone: string }) {
  return (
    <li>
      <label className="item-row">
        <input
          type="checkbox"
          name="id"
          value={id}
          disabled={isAdding}
          aria-label={`Select ${name}`}
          className="item-check"
        />
        <span className="item-name pe-3">
          <bdi>{name}</bdi>
          {isAdding ? null : <small>{formatDay(createdAt, timeZone)}</small>}
        </span>
      </label>
    </li>
  );
});
