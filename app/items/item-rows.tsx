import { memo, useMemo } from "react";
import { Link } from "react-router";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink, buttonClass } from "~/ui/button";
import { ListSpinner } from "~/ui/list-spinner";
import { OnDemand } from "~/ui/on-demand";
import { Spinner } from "~/ui/spinner";
import { loadItemDialog } from "./add-item";
import { type Item, isOlder, isSameItem } from "./item";
import { ItemRow } from "./item-row";
import { type ItemView, viewPath } from "./item-view";
import { type ItemWork, isOpen } from "./item-work";
import type { ItemWorkList } from "./item-work-list";
import { SelectableRows } from "./selectable-rows";
import { useWorkOn } from "./use-item-work";
import { type LoadedPage, type OlderItems, useOlderItems } from "./use-older-items";

export interface ItemRowsProps {
  readonly loaded: LoadedPage;
  /** Items that are being added. */
  readonly added: readonly Item[];
  /** Items whose names are being changed: they stay until that is done, even if the list goes on without them. */
  readonly open: readonly ItemWork[];
  readonly canFeature: boolean;
  readonly timeZone: string;
  readonly isToastShown: boolean;
  readonly work: ItemWorkList;
}

const loadNameField = () => import("./name-field.client");

/** The rows of a view, with those that were loaded later, and what can be done with several. */
export function ItemRows(props: ItemRowsProps) {
  const { loaded, added, open, isToastShown, work } = props;
  const older = useOlderItems(loaded);
  const { items: newest } = loaded.first;
  const known = useMemo(() => [...newest, ...older.items], [newest, older.items]);
  const missing = open.flatMap(({ item }) => (known.some(({ id }) => id === item.id) ? [] : item));
  // The same list as before where it has all of them, so that no row is drawn again.
  const items =
    missing.length > 0 ? [...known, ...missing].sort((a, b) => (isOlder(a, b) ? 1 : -1)) : known;
  return (
    <div>
      {loaded.firstPages === null ? (
        <ButtonLink to={viewPath(loaded.view)} variant="secondary" className="mb-5 w-full">
          Newest items
        </ButtonLink>
      ) : null}
      <SelectableRows items={items} isToastShown={isToastShown} onAsk={work.ask}>
        {added.map((item) => (
          <li key={item.id} className="item-row item-row-new">
            <Spinner size="small" label="Adding" />
            <bdi>{item.name}</bdi>
          </li>
        ))}
        <Rows items={items} canFeature={props.canFeature} timeZone={props.timeZone} work={work} />
      </SelectableRows>
      <More older={older} view={loaded.view} />
    </div>
  );
}

interface RowsProps extends Pick<ItemRowsProps, "canFeature" | "timeZone" | "work"> {
  readonly items: readonly Item[];
}

/** Drawn again only when its props change, and so is each row: there may be a thousand. */
const Rows = memo(function Rows({ items, ...shared }: RowsProps) {
  return items.map((item) => <Row key={item.id} item={item} {...shared} />);
});

interface RowProps extends Omit<RowsProps, "items"> {
  readonly item: Item;
}

const Row = memo(function Row({ item, canFeature, timeZone, work }: RowProps) {
  const own = useWorkOn(work, item.id);
  const isHere = own && isOpen(own) && own.intent !== "edit";
  return (
    <ItemRow
      item={item}
      canFeature={canFeature}
      timeZone={timeZone}
      work={own}
      onAsk={work.ask}
      nameField={isHere ? <Name item={item} own={own} work={work} /> : null}
    >
      {own && isOpen(own) && !isHere ? <Editor own={own} work={work} /> : null}
    </ItemRow>
  );
}, isSameRow);

/** After every change the list is read again: an item that says the same is the same. */
function isSameRow(before: RowProps, now: RowProps): boolean {
  return (
    isSameItem(before.item, now.item) &&
    before.canFeature === now.canFeature &&
    before.timeZone === now.timeZone &&
    before.work === now.work
  );
}

function Name({ item, own, work }: { item: Item; own: ItemWork; work: ItemWorkList }) {
  return (
    <OnDemand load={loadNameField} insteadAt={`/dashboard?item=${item.id}`}>
      {({ NameField }) => <NameField item={item} own={own} work={work} />}
    </OnDemand>
  );
}

/** The dialog that edits an item. Where its file cannot be fetched, the page without scripts does it. */
function Editor({ own, work }: { own: ItemWork; work: ItemWorkList }) {
  return (
    <OnDemand load={loadItemDialog} insteadAt={`/dashboard?item=${own.item.id}`}>
      {({ EditItem }) => <EditItem own={own} work={work} />}
    </OnDemand>
  );
}

/** The way to older items; a link, so that it also works without scripts. */
function More({ older, view }: { older: OlderItems; view: ItemView }) {
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
      to={viewPath(view, { before: older.next })}
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
