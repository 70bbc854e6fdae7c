import { memo, useState } from "react";
import { AccountField } from "~/auth/account-field";
import { isVisible, NAME_MAX } from "./item";
import { NEW_ITEM_FIELD, NEW_ITEM_FORM, NEW_ITEM_PAGE } from "./item-focus";

/**
 * One field and Enter: the quick way to add. `onAdd` gets the name, without spaces around it. Without scripts it posts
 * to the page that holds the form of an item, which redirects once the item is added.
 */
export const NewItem = memo(function NewItem({ onAdd }: { onAdd: (name: string) => void }) {
  const [problem, setProblem] = useState<string>();
  return (
    <form
      id={NEW_ITEM_FORM}
      method="post"
      action={NEW_ITEM_PAGE}
      noValidate
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const name = String(new FormData(form).get("name")).trim();
        setProblem(isVisible(name) ? undefined : "Please enter a name");
        if (!isVisible(name)) return;
        form.reset();
        onAdd(name);
      }}
    >
      <AccountField />
      <input type="hidden" name="intent" value="create" />
      <input
        id={NEW_ITEM_FIELD}
        name="name"
        dir="auto"
        maxLength={NAME_MAX}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="New item"
        aria-label="New item"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? "new-item-error" : undefined}
        className="control"
        onInput={() => setProblem(undefined)}
      />
      {problem ? (
        <p id="new-item-error" role="alert" className="field-problem">
          {problem}
        </p>
      ) : null}
    </form>
  );
});
