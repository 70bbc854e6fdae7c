import { Alert } from "~/ui/alert";
import type { ItemWork } from "./item-work";
import type { ItemWorkList } from "./item-work-list";

/**
 * Items that could not be added: what was typed, why, and a way to try it again. Comes with the page: where there
 * is no connection it could not be fetched, and what was typed would be lost.
 */
export function NotAdded({ refused, work }: { refused: readonly ItemWork[]; work: ItemWorkList }) {
  return refused.map(({ key, item, result }) => (
    <Alert key={key} type="error">
      <p className="wrap-anywhere">
        “<bdi>{item.name}</bdi>” was not added. {result?.message}
      </p>
      <p className="mt-1 flex gap-5">
        <button
          type="button"
          className="link"
          onClick={() => work.ask({ intent: "create", items: [item] })}
        >
          Try again
        </button>
        <button type="button" className="link" onClick={() => work.end(key)}>
          Let it go
        </button>
      </p>
    </Alert>
  ));
}
