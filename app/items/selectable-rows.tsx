import { type ReactNode, useEffect, useRef, useState } from "react";
import { AccountField } from "~/auth/account-field";
import { Button } from "~/ui/button";
import { type Item, MAX_SELECTED } from "./item";
import { SELECTION_FORM } from "./item-row";
import type { ItemRequest } from "./item-work";

/**
 * The list around its rows, and what can be done with those that are ticked. The ticks are the form's, so that
 * they work without scripts; here they are only counted, and no row is drawn again for it.
 */
export function SelectableRows({
  items,
  onAsk,
  isToastShown,
  children,
}: {
  items: readonly Item[];
  onAsk: (request: ItemRequest) => void;
  /** The bar stands above it. */
  isToastShown: boolean;
  /** A row of each item. */
  children: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(0);
  const recount = () => {
    setCount(list.current?.querySelectorAll(".item-check:checked").length ?? 0);
  };
  // Rows go with their ticks, and a page that is reloaded comes back with them.
  useEffect(recount);
  const isLaidOut = useIsLaidOut();
  const isTooMany = count > MAX_SELECTED;
  const open = count > 0 ? " selection-bar-open" : "";
  return (
    <>
      <ul
        ref={list}
        aria-labelledby="items"
        className={`item-rows${isLaidOut ? " item-rows-laid-out" : ""}${count > 0 ? " item-rows-selected" : ""}`}
        onChange={recount}
      >
        {children}
      </ul>
      <form
        id={SELECTION_FORM}
        method="post"
        className={`selection-bar${open}${isToastShown ? " selection-bar-raised" : ""}`}
        onReset={() => {
          // The bar goes, and the focus in it would go to the page.
          list.current
            ?.querySelector<HTMLElement>(".item-row:has(.item-check:checked)")
            ?.focus({ preventScroll: true });
          setCount(0);
        }}
        onSubmit={(event) => {
          const form = event.currentTarget;
          const button = event.nativeEvent.submitter;
          if (!(button instanceof HTMLButtonElement)) return;
          event.preventDefault();
          const ids = new Set(new FormData(form).getAll("id"));
          const selected = items.filter(({ id }) => ids.has(id));
          form.reset();
          onAsk(
            button.value === "delete"
              ? { intent: "delete", items: selected }
              : { intent: "feature", items: selected, featured: true },
          );
        }}
      >
        <AccountField />
        <input type="hidden" name="featured" value="true" />
        <p className="selection-count">
          {count > 0 ? `${count} selected` : "Selected items"}
          {isTooMany ? `, at most ${MAX_SELECTED} at a time` : ""}
        </p>
        <Button variant="secondary" name="intent" value="feature" disabled={isTooMany}>
          Feature
        </Button>
        <Button variant="secondary" name="intent" value="delete" disabled={isTooMany}>
          Delete
        </Button>
        <Button type="reset" variant="quiet">
          Clear
        </Button>
      </form>
    </>
  );
}

/**
 * True once the rows have been laid out: from then on the browser knows how high each is, and need not look at those
 * that are far away. Not before, or the place that somebody comes back to would be a guess.
 */
function useIsLaidOut(): boolean {
  const [isLaidOut, setIsLaidOut] = useState(false);
  useEffect(() => {
    // The second frame begins when the first has been laid out.
    let frame = window.requestAnimationFrame(() => {
      frame = window.requestAnimationFrame(() => setIsLaidOut(true));
    });
    return () => window.cancelAnimationFrame(frame);
  }, []);
  return isLaidOut;
}
