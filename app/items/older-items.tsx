import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { type Item, type ItemAnswer, type ItemPage, type ItemPosition, isOlder } from "./item.ts";

interface OlderItemsProps {
  /** Where the page above ends, and the cursor that continues there. */
  readonly after: ItemPosition;
  readonly cursor: string;
  readonly renderItem: (item: Item) => ReactNode;
}

/**
 * The rest of the list: a button, or the next page and the rest behind it. Each page follows the end of
 * the one above, so items that come or go there leave neither a gap nor a repetition here.
 */
export function OlderItems({ cursor, ...rest }: OlderItemsProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <OlderPage cursor={cursor} {...rest} />;
  return (
    <Link
      to={`/dashboard?before=${cursor}`}
      className={buttonClass("secondary", "mt-5 w-full")}
      onClick={(event) => {
        event.preventDefault();
        setIsWanted(true);
      }}
    >
      Load more
    </Link>
  );
}

function OlderPage({ after, cursor, renderItem }: OlderItemsProps) {
  const { data, load, state } = useFetcher<ItemAnswer<{ page: ItemPage }>>();
  const url = `/items?before=${cursor}`;
  useEffect(() => {
    load(url);
  }, [url, load]);

  const [page, setPage] = useState<ItemPage>();
  if (data?.status === "success" && data.page !== page) setPage(data.page);
  const list = useFocusOnArrival(page !== undefined);
  const problem = data?.status === "error" && state === "idle" ? data.message : undefined;
  const last = page?.items.at(-1);
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Older items" className="outline-none">
        {page?.items.filter((item) => isOlder(item, after)).map(renderItem)}
      </ul>
      {problem ? (
        <div className="mt-5 grid gap-3">
          <Alert type="error">{problem}</Alert>
          <Button type="button" variant="secondary" onClick={() => load(url)}>
            Try again
          </Button>
        </div>
      ) : null}
      {page || problem ? null : (
        <div className="mt-5 grid place-items-center py-1 text-accent">
          <Spinner size="large" label="Loading more items" />
        </div>
      )}
      {last && page?.next ? (
        <OlderItems after={last} cursor={page.next} renderItem={renderItem} />
      ) : null}
    </>
  );
}

/** The button that was pressed is gone by then; whoever pressed it goes on where the new items begin. */
function useFocusOnArrival(hasArrived: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (hasArrived) list.current?.focus({ preventScroll: true });
  }, [hasArrived]);
  return list;
}
