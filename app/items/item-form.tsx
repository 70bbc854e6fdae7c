import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import type { FormError, FormResult } from "~/forms/form-result";
import { useMutations } from "~/forms/mutations";
import { useForm } from "~/forms/use-form";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { CloseButton, Modal } from "~/ui/modal";
import { createItemSchema, renameItemSchema } from "./schema";

/** The item being edited or created; a new one already has its id. */
export interface ItemDraft {
  readonly intent: "create" | "rename";
  readonly id: string;
  readonly name: string;
}

export const NEW_ITEM_INPUT_ID = "new-item";
const TITLES = { create: "Add an item", rename: "Edit item" } as const;
const SCHEMAS = { create: createItemSchema, rename: renameItemSchema } as const;

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
  onSubmitted?: (() => void) | undefined;
  children: React.ReactNode;
}) {
  const form = useForm({
    schema: SCHEMAS[draft.intent],
    result,
    pending: false,
    onValid: onSubmitted,
  });
  const name = form.field("name");
  return (
    <AccountForm as="form" className="grid gap-5" {...form.props}>
      <input type="hidden" name="intent" value={draft.intent} />
      <input type="hidden" name="id" value={draft.id} />
      <Field
        label="Name"
        dir="auto"
        autoComplete="off"
        {...name}
        defaultValue={name.defaultValue ?? draft.name}
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
 * instead. Without scripts, the page that shows its errors is the one with an inline form.
 */
export function NewItemForm({
  result,
  isFirst,
  onOpen,
}: {
  result: FormResult | undefined;
  isFirst: boolean;
  onOpen: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { returned, forget } = useReturnedText(input);
  const form = useForm({ schema: createItemSchema, result, pending: false, onValid: forget });
  const { error: invalid, ...name } = form.field("name");
  const error = invalid ?? returned?.message;
  return (
    <AccountForm
      as="form"
      action={`${href("/dashboard")}?item=new`}
      className="flex flex-wrap items-start gap-2"
      {...form.props}
      onInput={() => {
        form.props.onInput();
        forget();
      }}
    >
      <input type="hidden" name="intent" value="create" />
      {/* The same id again: an item that did arrive is not added twice. */}
      {returned?.values?.id ? <input type="hidden" name="id" value={returned.values.id} /> : null}
      <div className="min-w-[min(8rem,100%)] flex-1">
        <input
          ref={input}
          id={NEW_ITEM_INPUT_ID}
          {...name}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="New item"
          aria-label="New item"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "new-item-error" : undefined}
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
        variant={isFirst ? "primary" : "secondary"}
        onClick={(event) => {
          const field = input.current;
          // Enter in the field also clicks the form's button.
          const isOpening = field?.value.trim() === "" && field !== document.activeElement;
          if (!isOpening) return field?.focus();
          event.preventDefault();
          // The second press of a double click comes after the first one emptied the field.
          if (event.detail < 2) onOpen();
        }}
      >
        Add item
      </Button>
    </AccountForm>
  );
}

/** Puts the text of an item that could not be added back into the empty field, with the failure beside it. */
function useReturnedText(input: React.RefObject<HTMLInputElement | null>) {
  const { failure, dismiss } = useMutations();
  const [returned, setReturned] = useState<FormError>();
  useEffect(() => {
    if (input.current?.value !== "" || failure?.values?.intent !== "create") return;
    input.current.value = failure.values.name ?? "";
    setReturned(failure);
    dismiss();
  }, [input, failure, dismiss]);
  return { returned, forget: () => setReturned(undefined) };
}
