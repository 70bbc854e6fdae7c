import { Button } from "~/ui/button";
import type { Item } from "./item";
import { SELECTION_FORM } from "./item-row";
import type { ItemRequest } from "./use-item-work";

/**
 * What can be done with the selected rows. Shown by the stylesheet while a box is ticked, and counted by
 * it too: the ticks are the form's, so this works without scripts and needs no state.
 */
export function SelectionBar({
  items,
  onAsk,
}: {
  items: readonly Item[];
  onAsk: (request: ItemRequest) => void;
}) {
  return (
    <form
      id={SELECTION_FORM}
      method="post"
      className="selection-bar"
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
      <input type="hidden" name="featured" value="true" />
      <p className="selection-count" />
      <Button variant="secondary" name="intent" value="feature">
        Feature
      </Button>
      <Button variant="secondary" name="intent" value="delete">
        Delete
      </Button>
      <Button type="reset" variant="quiet">
        Clear
      </Button>
    </form>
  );
}
