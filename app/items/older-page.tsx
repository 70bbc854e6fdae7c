import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ListSpinner } from "~/ui/spinner";
import { type ItemAnswer, type ItemPage, type ItemPosition, isOlder } from "./item";
import type { OlderItemsProps } from "./older-items";

export interface OlderPageProps extends OlderItemsProps {
  /** What follows this page, where it is not the last. */
  readonly renderRest: (after: ItemPosition, cursor: string) => ReactNode;
}

/** One more page of the list, loaded when it is shown. */
export function OlderPage({ after, cursor, renderItem, renderRest }: OlderPageProps) {
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
      {page || problem ? null : <ListSpinner />}
      {last && page?.next ? renderRest(last, page.next) : null}
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
