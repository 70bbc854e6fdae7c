import { type SubmitEvent, useState } from "react";
import { AccountField } from "~/auth/account-field";
import type { FormResult } from "~/forms/form-result";
import { DASHBOARD_PATH } from "~/navigation/paths";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { CloseButton, Modal } from "~/ui/modal";
import { hasVisibleText, NAME_MAX, NO_NAME_MESSAGE } from "./item";
import { getSubmittedData } from "./item-mutations";

/** What the form edits: an existing item, or a new one, whose id is made before it is sent. */
export interface ItemDraft {
  readonly intent: "create" | "rename";
  readonly id: string;
  readonly name: string;
}

const TITLES = { create: "Add an item", rename: "Edit item" } as const;

/** The field that adds an item. */
export const NEW_ITEM_INPUT_ID = "new-item";
/** The dashboard with the form of a new item in the page. */
const NEW_ITEM_PATH = `${DASHBOARD_PATH}?item=new`;

/** The form in a dialog. The list sends it, and shows the outcome: the dialog closes at once. */
export function ItemDialog({ draft, onClose }: { draft: ItemDraft; onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal title={TITLES[draft.intent]} isOpen={isOpen} onClose={onClose}>
      <ItemForm draft={draft} onSent={() => setIsOpen(false)}>
        <CloseButton disabled={!isOpen}>Cancel</CloseButton>
      </ItemForm>
    </Modal>
  );
}

/** The same form as a part of the page, for browsers without scripts and for links to it. */
export function InlineItemForm({
  draft,
  result,
}: {
  draft: ItemDraft;
  result: FormResult | undefined;
}) {
  return (
    <Card>
      <h2 className="mb-5 text-subheading">{TITLES[draft.intent]}</h2>
      <ItemForm draft={draft} result={result}>
        <ButtonLink to="/dashboard" variant="quiet">
          Cancel
        </ButtonLink>
      </ItemForm>
    </Card>
  );
}

function ItemForm({
  draft,
  result,
  onSent,
  children,
}: {
  draft: ItemDraft;
  result?: FormResult | undefined;
  onSent?: () => void;
  children: React.ReactNode;
}) {
  const check = useNameValidation(result, onSent);
  return (
    <form method="post" className="grid gap-5" {...check.form}>
      <AccountField />
      <input type="hidden" name="intent" value={draft.intent} />
      <input type="hidden" name="id" value={draft.id} />
      <Field
        label="Name"
        name="name"
        dir="auto"
        maxLength={NAME_MAX}
        autoComplete="off"
        defaultValue={check.typed ?? draft.name}
        error={check.problem}
      />
      <div className="flex flex-wrap gap-3">
        <Button>Save</Button>
        {children}
      </div>
    </form>
  );
}

/**
 * One field and Enter: the quick way to add. "Add item" submits it too, and opens the dialog where the field is empty.
 * Without scripts it posts to the page with the form of a new item, which redirects once the item is added.
 */
export function NewItemForm({
  result,
  onOpen,
}: {
  result: FormResult | undefined;
  /** Opens the dialog that creates an item. */
  onOpen: () => void;
}) {
  const { form, problem, typed } = useNameValidation(result);
  return (
    <form
      method="post"
      action={NEW_ITEM_PATH}
      className="flex min-w-0 flex-1 items-start gap-2"
      {...form}
    >
      <AccountField />
      <input type="hidden" name="intent" value="create" />
      <div className="min-w-0 flex-1">
        <input
          id={NEW_ITEM_INPUT_ID}
          name="name"
          dir="auto"
          maxLength={NAME_MAX}
          autoComplete="off"
          enterKeyHint="done"
          placeholder="New item"
          aria-label="New item"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "new-item-error" : undefined}
          defaultValue={typed}
          className="control"
          onKeyDown={(event) => {
            // A held Enter adds one item.
            if (event.repeat && event.key === "Enter") event.preventDefault();
          }}
        />
        {problem ? (
          <p id="new-item-error" role="alert" className="field-error">
            {problem}
          </p>
        ) : null}
      </div>
      <Button
        onClick={(event) => {
          const field = document.getElementById(NEW_ITEM_INPUT_ID);
          // Enter in the field clicks the form's button, too.
          const isEmpty = field instanceof HTMLInputElement && field.value.trim() === "";
          if (!isEmpty || field === document.activeElement) return field?.focus();
          event.preventDefault();
          onOpen();
        }}
      >
        Add item
      </Button>
    </form>
  );
}

/** Keeps a form without a visible name from being sent; `result` is that of a form sent without scripts. */
function useNameValidation(result: FormResult | undefined, onSent?: () => void) {
  const refused = result?.status === "error" ? result : undefined;
  const [problem, setProblem] = useState(refused?.fieldErrors?.name);
  return {
    problem,
    typed: refused?.values?.name,
    form: {
      noValidate: true,
      onInput: () => setProblem(undefined),
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        if (hasVisibleText(String(getSubmittedData(event).get("name")))) return onSent?.();
        event.preventDefault();
        setProblem(NO_NAME_MESSAGE);
        event.currentTarget.querySelector<HTMLElement>("[name=name]")?.focus();
      },
    },
  };
}
