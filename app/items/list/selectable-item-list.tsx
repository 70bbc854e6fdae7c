import { memo, useState } from "react";
import { AccountField } from "~/auth/account-field";
import { Button } from "~/ui/button";
import { formatDay, MAX_SELECTED } from "../item";
import type { ListedItem } from "../optimistic";

/** The list with a box in each row, and what can be done with those that are ticked: one plain form. */
export function SelectableItemList({
  items,
  timeZone,
}: {
  items: readonly ListedItem[];
  timeZone: string;
}) {
  const [count, setCount] = useState(0);
  const isTooMany = count > MAX_SELECTED;
  return (
    <form
      method="post"
      onChange={({ currentTarget }) => setCount(new FormData(currentTarget).getAll("id").length)}
      onReset={() => setCount(0)}
    >
      <AccountField />
      <ul aria-labelledby="items" className="item-rows">
        {items.map((item) => (
          <SelectableRow key={item.id} {...item} timeZone={timeZone} />
        ))}
      </ul>
      <div className="selection-bar">
        <p role="status" className="selection-count">
          {count > 0 ? `${count} selected` : "Select items"}
          {isTooMany ? `, at most ${MAX_SELECTED} at a time` : ""}
        </p>
        <Button variant="secondary" name="intent" value="feature" disabled={isTooMany}>
          Feature
        </Button>
        <Button variant="secondary" name="intent" value="delete" disabled={isTooMany}>
          Delete
        </Button>
      </div>
    </form>
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
        <span className="item-name">
          <bdi>{name}</bdi>
          {isAdding ? null : <small>{formatDay(createdAt, timeZone)}</small>}
        </span>
      </label>
    </li>
  );
});
