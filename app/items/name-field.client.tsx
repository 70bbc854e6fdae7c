import { useEffect, useRef, useState } from "react";
import { forgetDraft } from "~/auth/draft-key";
import { isVisible, NAME_MAX } from "./item";

/**
 * An item's name as a field in its row. Enter saves, and so does leaving it; Escape leaves it as it was.
 * `onDone` gets the new name, or nothing when there is none, and whether a key
 * ended it: then the focus needs a place.
 */
export function NameField({
  field: fieldName,
  name,
  typed = name,
  onDone,
}: {
  /** Under which a half-written name is kept when the session ends. */
  field: string;
  /** What the item is called. */
  name: string;
  /** What stands in the field at first: another name where that one was refused. */
  typed?: string;
  onDone: (newName: string | undefined, isByKey: boolean) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  useEffect(() => field.current?.select(), []);
  const isOver = useRef(false);
  const finish = (text: string, isByKey: boolean) => {
    // A field that goes is left, too.
    if (isOver.current) return;
    isOver.current = true;
    const newName = text.trim();
    const isNew = isVisible(newName) && newName !== name;
    // Nothing will be sent, so there is nothing to bring back after another sign-in.
    if (!isNew) forgetDraft();
    onDone(isNew ? newName : undefined, isByKey);
  };
  return (
    <form
      method="post"
      className="item-name-field"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current?.value ?? "";
        if (isVisible(text)) finish(text, true);
        else setIsEmpty(true);
      }}
    >
      <input
        ref={field}
        name={fieldName}
        dir="auto"
        defaultValue={typed}
        maxLength={NAME_MAX}
        autoComplete="off"
        aria-label={`New words for ${name}`}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? "name-field-error" : undefined}
        className="control"
        onInput={() => setIsEmpty(false)}
        onBlur={({ currentTarget }) => finish(currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") finish(name, true);
        }}
      />
      {isEmpty ? (
        <p id="name-field-error" role="alert" className="mt-1 font-medium text-danger text-sm">
          Please enter a name
        </p>
      ) : null}
    </form>
  );
}
