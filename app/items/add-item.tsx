import { useState } from "react";
import { Button } from "~/ui/button";
import { Waiting } from "~/ui/list-spinner";
import { OnDemand } from "~/ui/on-demand";
import { NEW_ITEM_FIELD } from "./item-focus";
import type { ItemDraft } from "./item-form";

/** The dialogs of the list; fetched when one is first wanted. */
export const loadItemDialog = () => import("./item-dialog.client");

/**
 * Adds the name that stands in the field beside it; where none does, opens the form as a dialog. Without
 * scripts, or without the dialog's, the form is a part of the page.
 */
export function AddItem() {
  const [draft, setDraft] = useState<ItemDraft>();
  return (
    <div className="add-item">
      <form
        method="get"
        action="/dashboard"
        onSubmit={(event) => {
          event.preventDefault();
          const field = document.getElementById(NEW_ITEM_FIELD);
          if (field instanceof HTMLInputElement && field.value.trim() !== "") {
            field.form?.requestSubmit();
            field.focus();
          } else setDraft({ intent: "create", id: crypto.randomUUID(), name: "" });
        }}
      >
        <input type="hidden" name="item" value="new" />
        <Button>Add item</Button>
      </form>
      {draft ? (
        <OnDemand load={loadItemDialog} insteadAt="/dashboard?item=new" waiting={<Waiting />}>
          {({ ItemModal }) => <ItemModal draft={draft} onClose={() => setDraft(undefined)} />}
        </OnDemand>
      ) : null}
    </div>
  );
}
