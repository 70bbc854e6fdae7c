import { type SubmitEvent, useState } from "react";
import { href } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { CloseButton, Modal } from "~/ui/modal";
import { hasVisibleText, isShortEnough, NAME_REQUIRED, NAME_TOO_LONG } from "./item";
import { getSubmittedData } from "./item-mutations";

/** The item being edited or created; a new one already has its id. */
export interface ItemDraft {
  readonly intent: "create" | "rename";
  readonly id: string;
  readonly name: string;
}

export const NEW_ITEM_INPUT_ID = "new-item";
const TITLES = { create: "Add an item", rename: "Edit item" } as const;
/** The dashboard with an inline form for a new item. */
const NEW_ITEM_PATH = `${href("/dashboard")}?item=new`;

/** The item form in a dialog, which closes on submit; the list sends the form and shows the result. */
export function ItemDialog({ draft, onClose }: { draft: ItemDraft; onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal title={TITLES[draft.intent]} isOpen={isOpen} onClose={onClose}>
      <ItemForm draft={draft} onSubmitted={() => setIsOpen(false)}>
        <CloseButton disabled={!isOpen}>Cancel</CloseButton>
      </ItemForm>
    </Modal>
  );
}

/** The item form within the page, for browsers without scripts and for deep links. */
export function InlineItemForm({
  draft,
  result,
}: {
  draft: ItemDraft;
  result: FormResult | undefined;
}) {
  return (
    <section className="card">
      <h2 className="mb-5 text-subheading">{TITLES[draft.intent]}</h2>
      <ItemForm draft={draft} result={result}>
        <ButtonLink to={href("/dashboard")} variant="quiet">
          Cancel
        </ButtonLink>
      </ItemForm>
    </section>
  );
}

function ItemForm({
  draft,
  result,
  onSubmitted,
  children,
}: {
  draft: ItemDraft;
  result?: FormResult | undefined;
  onSubmitted?: () => void;
  children: React.ReactNode;
}) {
  const validation = useNameValidation(result, onSubmitted);
  return (
    <AccountForm as="form" className="grid gap-5" {...validation.form}>
      <input type="hidden" name="intent" value={draft.intent} />
      <input type="hidden" name="id" value={draft.id} />
      <Field
        label="Name"
        name="name"
        dir="auto"
        autoComplete="off"
        defaultValue={validation.typed ?? draft.name}
        error={validation.error}
      />
      <div className="flex flex-wrap gap-3">
        <Button>Save</Button>
        {children}
      </div>
    </AccountForm>
  );
}

/**
 * One-line form that adds an item on Enter or "Add item"; with an empty field the button opens the dialog
 * instead. Without scripts it posts to `NEW_ITEM_PATH`, which redirects to the dashboard.
 */
export function NewItemForm({
  result,
  onOpen,
}: {
  result: FormResult | undefined;
  onOpen: () => void;
}) {
  const { form, error, typed } = useNameValidation(result);
  return (
    <AccountForm
      as="form"
      action={NEW_ITEM_PATH}
      className="flex flex-wrap items-start gap-2"
      {...form}
    >
      <input type="hidden" name="intent" value="create" />
      <div className="min-w-[min(8rem,100%)] flex-1">
        <input
          id={NEW_ITEM_INPUT_ID}
          name="name"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="New item"
          aria-label="New item"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "new-item-error" : undefined}
          defaultValue={typed}
          className="control"
          onKeyDown={(event) => {
            // Key repeat must not add the item twice.
            if (event.repeat && event.key === "Enter") event.preventDefault();
          }}
        />
        {error ? (
          <p id="new-item-error" role="alert" className="field-error mt-2">
            {error}
          </p>
        ) : null}
      </div>
      <Button
        onClick={(event) => {
          const field = document.getElementById(NEW_ITEM_INPUT_ID);
          // Enter in the field also clicks the form's button.
          const isEmpty = field instanceof HTMLInputElement && field.value.trim() === "";
          if (!isEmpty || field === document.activeElement) return field?.focus();
          event.preventDefault();
          onOpen();
        }}
      >
        Add item
      </Button>
    </AccountForm>
  );
}

/**
 * Blocks submitting a form without a visible name, or with one that is too long: a longer paste is not cut
 * silently. `result`: from a form that was sent without scripts.
 */
function useNameValidation(result: FormResult | undefined, onSubmitted?: () => void) {
  const failed = result?.status === "error" ? result : undefined;
  const [error, setError] = useState(failed?.fieldErrors?.name);
  return {
    error,
    typed: failed?.values?.name,
    form: {
      noValidate: true,
      onInput: () => setError(undefined),
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        const name = String(getSubmittedData(event).get("name")).trim();
        if (hasVisibleText(name) && isShortEnough(name)) return onSubmitted?.();
        event.preventDefault();
        setError(hasVisibleText(name) ? NAME_TOO_LONG : NAME_REQUIRED);
        event.currentTarget.querySelector<HTMLElement>("[name=name]")?.focus();
      },
    },
  };
}
