import { useEffect, useRef, useState } from "react";
import { AccountField } from "~/auth/account-field";
import { forgetField } from "~/auth/drafts.client";
import { type Item, isVisible, NAME_MAX } from "./item";
import { focusItem } from "./item-focus";
import { nameFieldOf } from "./item-row";
import type { ItemWork } from "./item-work";
import type { ItemWorkList } from "./item-work-list";

/**
 * An item's name as a field in its row. Enter saves, and so does leaving it; Escape leaves it as it was. After a key
 * the focus goes to the row.
 */
export function NameField({
  item,
  own,
  work,
}: {
  item: Item;
  /** The work that opened it. Its item has what stands in the field at first: another name where that one was refused. */
  own: ItemWork;
  work: ItemWorkList;
}) {
  const { name } = item;
  const { intent, item: opened } = own;
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  useEffect(() => field.current?.select(), []);
  const isOver = useRef(false);
  /** Without a text the name stays as it is. */
  const finish = (text: string | undefined, isByKey: boolean) => {
    // A field that goes is left, too.
    if (isOver.current) return;
    isOver.current = true;
    const newName = text?.trim() ?? "";
    // Compared with what was opened: meanwhile it may have got another name elsewhere, which stays.
    const isNew = isVisible(newName) && (intent === "rename" || newName !== opened.name);
    // Nothing will be sent, so there is nothing to bring back after another sign-in.
    if (!isNew) forgetField(nameFieldOf(item.id));
    if (isByKey) focusItem(item.id);
    if (isNew) work.ask({ intent: "rename", items: [{ ...item, name: newName }] });
    else work.end(own.key);
  };
  return (
    <form
      method="post"
      noValidate
      className="item-name-field"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current?.value ?? "";
        if (isVisible(text)) finish(text, true);
        else setIsEmpty(true);
      }}
    >
      <AccountField />
      <input
        ref={field}
        name={nameFieldOf(item.id)}
        dir="auto"
        defaultValue={opened.name}
        maxLength={NAME_MAX}
        autoComplete="off"
        aria-label={`New words for ${name}`}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? "name-field-error" : undefined}
        className="control"
        onInput={() => setIsEmpty(false)}
        onBlur={({ currentTarget }) => finish(currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") finish(undefined, true);
        }}
      />
      {isEmpty ? (
        <p id="name-field-error" role="alert" className="field-problem">
          Please enter a name
        </p>
      ) : null}
    </form>
  );
}
