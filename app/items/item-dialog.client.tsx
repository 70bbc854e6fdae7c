import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { forgetDraft } from "~/auth/draft-key";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import { type FormResult, refuseForm } from "~/forms/form-result";
import { SERVER_UNREACHABLE } from "~/forms/refusal";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { CloseButton, Modal } from "~/ui/modal";
import type { Item, ItemAnswer } from "./item";
import { type ItemDraft, ItemFields, loadSchema, TITLES } from "./item-form";
import type { ItemWork } from "./item-work";
import type { ItemWorkList } from "./item-work-list";

/** The form in a dialog. `onClose` is called when it has closed, after saving or without. */
export function ItemModal({ draft, onClose }: { draft: ItemDraft; onClose: () => void }) {
  const fetcher = useFetcher<FormResult>();
  // The row is there when the dialog goes: the router has read the list again by then.
  const isSaved = fetcher.data?.status === "success" && fetcher.state === "idle";
  const pending = fetcher.state !== "idle";
  const form = useForm({ loadSchema, result: fetcher.data, pending });
  useTellOtherTabs(fetcher.data);
  const close = () => {
    // What was typed here is saved by now, or thrown away.
    forgetDraft();
    onClose();
  };
  return (
    <Modal title={TITLES[draft.intent]} isOpen={!isSaved} isBusy={pending} onClose={close}>
      <fetcher.Form method="post" action="/dashboard" className="grid gap-5" {...form.props}>
        <ItemFields draft={draft} form={form} pending={pending} />
        <div className="flex flex-wrap gap-3">
          <Button pending={pending || isSaved}>Save</Button>
          <CloseButton disabled={pending}>Cancel</CloseButton>
        </div>
      </fetcher.Form>
    </Modal>
  );
}

/**
 * Loads the item of `own` and then opens it in a dialog; shows nothing until it is there. Where it could not be loaded
 * the work ends with the reason, which its row shows.
 */
export function EditItem({ own, work }: { own: ItemWork; work: ItemWorkList }) {
  const {
    key,
    item: { id },
  } = own;
  const { data, load } = useFetcher<ItemAnswer<{ item: Item }>>();
  useEffect(() => {
    // Without a connection the router could lack the route's file, and would then leave the page to load it anew.
    if (navigator.onLine) load(`/items/${id}`);
    else work.end(key, refuseForm(SERVER_UNREACHABLE));
  }, [id, load, key, work]);
  const [item, setItem] = useState<Item>();
  // Kept as it was when the dialog opened: data that is loaded again must not close the form.
  if (!item && data?.status === "success") setItem(data.item);
  const problem = !item && data?.status === "error" ? data.message : undefined;
  useEffect(() => {
    if (problem === undefined) return;
    work.end(key, refuseForm({ httpStatus: 503, code: "items/not-loaded", message: problem }));
  }, [problem, key, work]);
  return item ? (
    <ItemModal draft={{ ...item, intent: "rename" }} onClose={() => work.end(key)} />
  ) : null;
}
