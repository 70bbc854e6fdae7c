import { lazy, useState } from "react";
import { useFormAction } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { OnDemand } from "~/ui/on-demand";
import { Waiting } from "~/ui/spinner";
import { Deletion } from "./deletion";
import type { Item, ItemPage } from "./item";
import type { ItemDraft } from "./item-form";
import { ItemProblem, ItemRow } from "./item-row";
import { itemRowsHtml } from "./item-row-html";
import { OlderItems } from "./older-items";
import { type Deletions, useDeletions } from "./use-deletions";

export interface ItemListProps {
  readonly page: ItemPage;
  /** True when `page` is not the newest one: browsers without scripts page by links. */
  readonly isOlderPage: boolean;
  readonly canFeature: boolean;
  /** An item to edit in the page itself. */
  readonly draft: ItemDraft | null;
  /** The answer to a form that was sent without scripts. */
  readonly result: FormResult | undefined;
}

const LIST_CLASS = "border-line border-t";

const loadItemForm = () => import("./item-form");
const DeletedItem = lazy(async () => ({
  default: (await import("./deleted-item")).DeletedItem,
}));
const ItemCard = lazy(async () => ({ default: (await loadItemForm()).ItemCard }));

/** Whoever comes near the list may be about to open one of its dialogs; all are in one file. */
const fetchAhead = () => void loadItemForm().catch(() => undefined);

/** The signed-in user's items, newest first. */
export function ItemList({ page, isOlderPage, canFeature, draft, result }: ItemListProps) {
  const deletions = useDeletions();
  const renderItem = (item: Item) => (
    <ItemRow
      key={item.id}
      item={item}
      canFeature={canFeature}
      deletion={deletions.find(item.id)}
      onDelete={deletions.start}
    />
  );
  const last = page.items.at(-1);
  return (
    <section
      aria-labelledby="items"
      className="grid content-start gap-5"
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 id="items" className="text-heading">
          Your items
        </h1>
        <AddItem />
      </div>
      {draft ? <ItemCard key={draft.intent} draft={draft} result={result} /> : null}
      {result && !draft ? <Answer result={result} /> : null}
      <DeletionNotices deletions={deletions} />
      {isOlderPage ? (
        <ButtonLink to="/dashboard" variant="secondary" className="w-full">
          Newest items
        </ButtonLink>
      ) : null}
      {page.items.length === 0 ? <Nothing /> : null}
      {last ? (
        <div>
          {import.meta.env.SSR ? (
            <RestingItems items={page.items} />
          ) : (
            <ul className={LIST_CLASS}>{page.items.map(renderItem)}</ul>
          )}
          {page.next ? (
            <OlderItems after={last} cursor={page.next} renderItem={renderItem} />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** The rows as the server writes them; in the browser React takes them over as `ItemRow`s. */
function RestingItems({ items }: { items: readonly Item[] }) {
  const action = useFormAction();
  const html = itemRowsHtml(items, action);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: itemRowsHtml escapes what people wrote
  return <ul className={LIST_CLASS} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Opens the form as a dialog; without scripts, or without the dialog's, as a part of the page. */
function AddItem() {
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

function Nothing() {
  return (
    <div className="grid justify-items-center gap-6 rounded-card border border-line-strong border-dashed px-6 py-16 text-center">
      <div aria-hidden="true" className="stitch w-24" />
      <p className="max-w-xs text-ink-soft">
        Nothing yet. Click the button to add your first item.
      </p>
    </div>
  );
}

/** What a form without scripts came to. */
function Answer({ result }: { result: FormResult }) {
  const [isSettled, setIsSettled] = useState(false);
  if (isSettled || !result.message) return null;
  if (result.status === "error") return <ItemProblem message={result.message} />;
  return result.values ? (
    <DeletedItem deleted={result} onSettled={() => setIsSettled(true)} />
  ) : (
    <Alert type="success">{result.message}</Alert>
  );
}

/** Every deletion stays mounted, because its fetcher does the work; the latest is offered back first. */
function DeletionNotices({ deletions }: { deletions: Deletions }) {
  const { all, refuse, settle } = deletions;
  const latest = all.findLast(({ refusal }) => refusal === undefined);
  return all.map(({ fetcherKey }) => (
    <div key={fetcherKey} hidden={fetcherKey !== latest?.fetcherKey} className="empty:hidden">
      <Deletion fetcherKey={fetcherKey} onRefused={refuse} onSettled={settle} />
    </div>
  ));
}
