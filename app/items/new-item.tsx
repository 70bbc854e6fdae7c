import { memo, useState } from "react";
import { AccountField } from "~/auth/account-field";
import type { FormResult } from "~/forms/form-result";
import { isVisible, NAME_MAX } from "./item";
import { NEW_ITEM_FIELD } from "./item-focus";

/** One field and Enter: the quick way to add. `onAdd` gets the name, without spaces around it. */
export const NewItem = memo(function NewItem({
  result,
  onAdd,
}: {
  /** The result of the form when it was sent without scripts. */
  result: FormResult | undefined;
  onAdd: (name: string) => void;
}) {
  const refused = result?.status === "error" ? result : undefined;
  const [problem, setProblem] = useState(refused?.fieldErrors?.name);
  return (
    <form
      method="post"
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
        defaultValue={refused?.values?.name}
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
