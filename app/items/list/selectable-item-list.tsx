import { memo, useEffect, useRef, useState } from "react";
import { AccountForm } from "~/auth/session/account-form";
import { Button } from "~/ui/button";
import { MAX_SELECTED } from "../item";
import type { ListedItem } from "../optimistic";

/**
 * The list with a checkbox in each row and the batch actions, as one plain form. Without scripts, which count
 * the selection, every action is shown and enabled.
 */
export function SelectableItemList({
  items,
  dayFormat,
  canFeature,
}: {
  items: readonly ListedItem[];
  dayFormat: Intl.DateTimeFormat;
  canFeature: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [selected, setSelected] = useState<readonly FormDataEntryValue[]>();
  // The browser may have restored a selection.
  useEffect(() => {
    if (form.current) setSelected(new FormData(form.current).getAll("id"));
  }, []);
  const count = selected?.length;
  const isTooMany = count !== undefined && count > MAX_SELECTED;
  const disabled = isTooMany || count === 0;
  const chosen = items.filter(({ id }) => selected?.includes(id));
  const isUnfeaturing = chosen.length > 0 && chosen.every(({ featured }) => featured);
  return (
    <AccountForm
      as="form"
      ref={form}
      // Not onChange, which misses the first check after a reset.
      onInput={({ currentTarget }) => setSelected(new FormData(currentTarget).getAll("id"))}
      onReset={() => setSelected([])}
    >
      <ul aria-labelledby="items" className="item-rows">
        {items.map((item) => (
          <SelectableRow key={item.id} {...item} dayFormat={dayFormat} />
        ))}
      </ul>
      <div className="selection-bar">
        <p role="status" className="grow font-medium">
          <span>{count ? `${count} selected` : "Select items"}</span>
          <span>{isTooMany ? `, at most ${MAX_SELECTED} at a time` : null}</span>
        </p>
        <div className="flex gap-2 max-sm:grow *:flex-auto">
          {canFeature ? (
            <Button
              variant="secondary"
              name="intent"
              value={isUnfeaturing ? "unfeature" : "feature"}
              disabled={disabled}
            >
              {isUnfeaturing ? "Unfeature" : "Feature"}
            </Button>
          ) : null}
          {canFeature && !selected ? (
            <Button variant="secondary" name="intent" value="unfeature">
              Unfeature
            </Button>
          ) : null}
          <Button variant="secondary" name="intent" value="delete" disabled={disabled}>
            Delete
          </Button>
        </div>
      </div>
    </AccountForm>
  );
}

const SelectableRow = memo(function SelectableRow({
  id,
  name,
  featured,
  createdAt,
  isAdding,
  dayFormat,
}: ListedItem & { readonly dayFormat: Intl.DateTimeFormat }) {
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
          {isAdding ? null : <small>{dayFormat.format(createdAt)}</small>}
        </span>
        {featured ? (
          <span
            role="img"
            aria-label="Featured"
            className="icon-button icon-star icon-star-filled pointer-events-none"
          />
        ) : null}
      </label>
    </li>
  );
});
