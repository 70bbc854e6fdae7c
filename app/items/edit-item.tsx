import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { Item, ItemAnswer } from "./item";
import { ItemModal } from "./item-form";

/**
 * Loads an item and then opens it in a dialog; shows nothing until it is there. `onClose` gets the
 * reason when it could not be loaded.
 */
export function EditItem({ id, onClose }: { id: string; onClose: (problem?: string) => void }) {
  const { data, load } = useFetcher<ItemAnswer<{ item: Item }>>();
  useEffect(() => {
    load(`/items/${id}`);
  }, [id, load]);
  const [item, setItem] = useState<Item>();
  // Kept as it was when the dialog opened: a later answer must not take the form away.
  if (!item && data?.status === "success") setItem(data.item);
  const problem = !item && data?.status === "error" ? data.message : undefined;
  useEffect(() => {
    if (problem !== undefined) onClose(problem);
  }, [problem, onClose]);
  return item ? (
    <ItemModal draft={{ ...item, intent: "rename" }} onClose={() => onClose()} />
  ) : null;
}
