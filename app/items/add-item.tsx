import { useState } from "react";
import { Button } from "~/ui/button";
import { OnDemand } from "~/ui/on-demand";
import { Waiting } from "~/ui/spinner";
import type { ItemDraft } from "./item-form";

/** The dialogs of the list; fetched when one is first wanted. */
export const loadItemForm = () => import("./item-form");

/** Opens the form as a dialog; without scripts, or without the dialog's, as a part of the page. */
export function AddItem() {
  const [draft, setDraft] = useState<ItemDraft>();
  return (
    <div className="relative grid justify-items-start gap-3">
      <form
        method="get"
        action="/dashboard"
        onSubmit={(event) => {
          event.preventDefault();
          setDraft({ intent: "create", id: crypto.randomUUID(), name: "" });
        }}
      >
        <input type="hidden" name="item" value="new" />
        <Button>Add item</Button>
      </form>
      {draft ? (
        <OnDemand load={loadItemForm} insteadAt="/dashboard?item=new" waiting={<Waiting />}>
          {({ ItemModal }) => <ItemModal draft={draft} onClose={() => setDraft(undefined)} />}
        </OnDemand>
      ) : null}
    </div>
  );
}
