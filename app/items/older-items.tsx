import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "~/ui/button";
import { OnDemand } from "~/ui/on-demand";
import { ListSpinner } from "~/ui/spinner";
import type { Item, ItemPosition } from "./item";

export interface OlderItemsProps {
  /** Where the page above ends, and the cursor that continues there. */
  readonly after: ItemPosition;
  readonly cursor: string;
  readonly renderItem: (item: Item) => ReactNode;
}

const loadPage = () => import("./older-page");

/**
 * The rest of the list: a button, or the next page and the rest behind it. Each page follows the end of
 * the one above, so items that come or go there leave neither a gap nor a repetition here.
 */
export function OlderItems({ cursor, ...rest }: OlderItemsProps) {
  const [isWanted, setIsWanted] = useState(false);
  const url = `/dashboard?before=${cursor}`;
  if (isWanted) {
    return (
      <OnDemand load={loadPage} insteadAt={url} waiting={<ListSpinner />}>
        {({ OlderPage }) => (
          <OlderPage
            cursor={cursor}
            {...rest}
            renderRest={(after, next) => <OlderItems {...rest} after={after} cursor={next} />}
          />
        )}
      </OnDemand>
    );
  }
  return (
    <Link
      to={url}
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
