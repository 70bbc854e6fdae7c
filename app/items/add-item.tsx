import { useState } from "react";
import { Button } from "~/ui/button";
import { Waiting } from "~/ui/list-spinner";
import { OnDemand } from "~/ui/on-demand";
import { NEW_ITEM_FIELD, NEW_ITEM_FORM, NEW_ITEM_PAGE } from "./item-focus";
import type { ItemDraft } from "./item-form";

/** The dialogs of the list; fetched when one is first wanted. */
export const loadItemDialog = () => import("./item-dialog.client");

/**
 * Submits the field beside it; where that is empty, opens the form as a dialog. Without scripts, or without the
 * dialog's, the form is a part of the page.
 */
export function AddItem() {
  const [draft, setDraft] = useState<ItemDraft>();
  return (
    <div className="add-item">
      <Button
        form={NEW_ITEM_FORM}
        onClick={(event) => {
          const field = document.getElementById(NEW_ITEM_FIELD);
          // Enter in the field is a click on the form's button, too: that is for the form to check.
          const isEmpty = field instanceof HTMLInputElement && field.value.trim() === "";
          if (!isEmpty || field === document.activeElement) field?.focus();
          else {
            event.preventDefault();
            setDraft({ intent: "create", id: crypto.randomUUID(), name: "" });
          }
        }}
      >
        Add item
      </Button>
      {draft ? (
        <OnDemand load={loadItemDialog} insteadAt={NEW_ITEM_PAGE} waiting={<Waiting />}>
          {({ ItemModal }) => <ItemModal draft={draft} onClose={() => setDraft(undefined)} />}
        </OnDemand>
      ) : null}
    </div>
  );
}
