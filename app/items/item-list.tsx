import { lazy } from "react";
import { Link } from "react-router";
import { type FormResult, refuseForm } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink, buttonClass } from "~/ui/button";
import { OnDemand } from "~/ui/on-demand";
import { ListSpinner } from "~/ui/spinner";
import { AddItem, loadItemForm } from "./add-item";
import type { ItemPage } from "./item";
import type { ItemDraft } from "./item-form";
import { Deletions, PlainResult, Running } from "./item-notices";
import { ItemRow } from "./item-row";
import { findWork, type ItemWork, type ItemWorkList, useItemWork } from "./use-item-work";
import { type OlderItems, useOlderItems } from "./use-older-items";

export interface ItemListProps {
  readonly page: ItemPage;
  /** True when `page` is not the newest one: browsers without scripts page by links. */
  readonly isOlderPage: boolean;
  readonly canFeature: boolean;
  /** An item to edit in the page itself. */
  readonly draft: ItemDraft | null;
  /** The result of a form that was sent without scripts. */
  readonly result: FormResult | undefined;
}

const ItemCard = lazy(async () => ({ default: (await loadItemForm()).ItemCard }));

/** A pointer or the focus in the list may be about to open a dialog. */
const fetchAhead = () => void loadItemForm().catch(() => undefined);

/** The signed-in user's items, newest first. It holds all state; its rows have none. */
export function ItemList({ page, isOlderPage, canFeature, draft, result }: ItemListProps) {
  const work = useItemWork();
  const older = useOlderItems(page);
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
      {result && !draft ? <PlainResult result={result} /> : null}
      <Running work={work} />
      <Deletions work={work} />
      {isOlderPage ? (
        <ButtonLink to="/dashboard" variant="secondary" className="w-full">
          Newest items
        </ButtonLink>
      ) : null}
      {page.items.length === 0 ? (
        <Nothing />
      ) : (
        <div>
          <ul className="border-line border-t">
            {[...page.items, ...older.items].map((item) => {
              const own = findWork(work.all, item.id);
              return (
                <ItemRow
                  key={item.id}
                  item={item}
                  canFeature={canFeature}
                  work={own}
                  onAsk={work.ask}
                >
                  {own?.intent === "edit" && !own.result ? <Editor own={own} work={work} /> : null}
                </ItemRow>
              );
            })}
          </ul>
          <More older={older} />
        </div>
      )}
    </section>
  );
}

/** The dialog that edits an item. Where its file cannot be fetched, the page without scripts does it. */
function Editor({ own, work }: { own: ItemWork; work: ItemWorkList }) {
  return (
    <OnDemand load={loadItemForm} insteadAt={`/dashboard?item=${own.itemId}`}>
      {({ EditItem }) => (
        <EditItem
          id={own.itemId}
          onClose={(problem) =>
            problem === undefined ? work.settle(own.key) : work.end(own.key, notLoaded(problem))
          }
        />
      )}
    </OnDemand>
  );
}

/** The way to older items; a link, so that it also works without scripts. */
function More({ older }: { older: OlderItems }) {
  if (older.isLoading) return <ListSpinner />;
  if (older.problem) {
    return (
      <div className="mt-5 grid gap-3">
        <Alert type="error">{older.problem}</Alert>
        <Button type="button" variant="secondary" onClick={older.tryAgain}>
          Try again
        </Button>
      </div>
    );
  }
  if (older.next === null) return null;
  return (
    <Link
      to={`/dashboard?before=${older.next}`}
      reloadDocument={!older.canGrow}
      className={buttonClass("secondary", "mt-5 w-full")}
      onClick={(event) => {
        if (!older.canGrow) return;
        event.preventDefault();
        older.loadMore();
      }}
    >
      Load more
    </Link>
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

/** The item could not be read for editing, so its row says why. */
function notLoaded(message: string): FormResult {
  return refuseForm({ httpStatus: 503, code: "items/not-loaded", message });
}
