import { useState } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { Modal } from "~/ui/modal";
import { itemNameSchema } from "./schema.ts";

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly featured: boolean;
}

/** The signed-in user's items, newest first. */
export function ItemList({ items }: { items: readonly Item[] }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card className="grid content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-bold text-2xl">Items</h1>
        <Button type="button" onClick={() => setIsAdding(true)}>
          Add item
        </Button>
      </div>
      {items.length === 0 ? (
        <p className="py-12 text-center text-ink-soft">
          Nothing yet. Click the button to add your first item.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {isAdding ? <AddItemModal onClose={() => setIsAdding(false)} /> : null}
    </Card>
  );
}

function ItemRow({ item }: { item: Item }) {
  const fetcher = useFetcher<FormResult>();
  const refused = fetcher.data?.status === "error" ? fetcher.data.message : undefined;
  return (
    <li className="grid gap-3 py-3">
      <div className="flex items-center justify-between gap-4">
        <span className="min-w-0 break-words font-medium">{item.name}</span>
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="feature" />
          <input type="hidden" name="id" value={item.id} />
          <input type="hidden" name="featured" value={String(!item.featured)} />
          <Button
            variant="quiet"
            aria-pressed={item.featured}
            aria-label={`Featured: ${item.name}`}
            pending={fetcher.state !== "idle"}
          >
            {item.featured ? "★" : "☆"}
          </Button>
        </fetcher.Form>
      </div>
      {refused ? <Alert type="error">{refused}</Alert> : null}
    </li>
  );
}

function AddItemModal({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<FormResult>();
  const pending = fetcher.state !== "idle";
  const form = useForm({ schema: itemNameSchema, result: fetcher.data, pending });
  if (fetcher.data?.status === "success" && !pending) onClose();
  return (
    <Modal title="Add an item" onClose={onClose}>
      <fetcher.Form method="post" className="grid gap-4" {...form.props}>
        {form.result?.message ? (
          <Alert type={form.result.status}>{form.result.message}</Alert>
        ) : null}
        <input type="hidden" name="intent" value="create" />
        <Field label="Name" autoComplete="off" {...form.field("name")} />
        <Button pending={pending}>Save</Button>
      </fetcher.Form>
    </Modal>
  );
}
