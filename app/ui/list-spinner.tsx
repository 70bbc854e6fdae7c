/** Spinners of the list of items. Apart from the others, because every page with React carries those. */
import { Spinner } from "./spinner";

/** For what is mostly there before it would be seen: after 300 ms, on the left of its parent. */
export function Waiting() {
  return (
    <span className="waiting-beside">
      <Spinner size="small" />
    </span>
  );
}

/** Stands in for the next page of a list. */
export function ListSpinner() {
  return (
    <div className="list-spinner">
      <Spinner size="large" label="Loading more items" />
    </div>
  );
}
