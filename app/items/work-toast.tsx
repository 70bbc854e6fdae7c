import { useCallback, useEffect } from "react";
import { useFetcher } from "react-router";
import { AccountField } from "~/auth/account-field";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/toast";
import { UPGRADE_MESSAGE } from "./item";
import { focusItem } from "./item-focus";
import { RefusalText } from "./item-problem";
import type { ItemWork } from "./item-work";
import type { ItemWorkList } from "./item-work-list";

/** Says how work ended. `told` has a result. */
export function WorkToast({ told, work }: { told: ItemWork; work: ItemWorkList }) {
  const { key, item, result } = told;
  const settle = useCallback(() => work.end(key), [work, key]);
  if (!result) return null;
  if (result.status === "error") {
    return <RefusedToast told={told} message={result.message ?? ""} work={work} />;
  }
  return <UndoToast done={result} itemId={item.id} onSettled={settle} />;
}

/** Says what was done and offers to undo it. */
export function UndoToast({
  done,
  itemId,
  onSettled,
}: {
  /** The message, and the fields of the form that undoes it. */
  done: FormResult;
  /** An item that it was about: it gets the focus when it is back. */
  itemId: string;
  onSettled: () => void;
}) {
  const fetcher = useFetcher<FormResult>();
  const isUndone = fetcher.data?.status === "success" && fetcher.state === "idle";
  useTellOtherTabs(fetcher.data);
  useEffect(() => {
    if (!isUndone) return;
    focusItem(itemId);
    onSettled();
  }, [isUndone, itemId, onSettled]);
  const problem = fetcher.data?.status === "error" ? fetcher.data.message : undefined;
  return (
    <Toast onTimeUp={onSettled}>
      <p>{done.message}</p>
      <fetcher.Form method="post" action="/dashboard" className="flex gap-1">
        <AccountField />
        {Object.entries(done.values ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant="secondary" className="undo" pending={fetcher.state !== "idle"}>
          Undo
        </Button>
        <Button type="button" variant="quiet" className="needs-script" onClick={onSettled}>
          Dismiss
        </Button>
      </fetcher.Form>
      {problem && fetcher.state === "idle" ? (
        <p role="alert" className="basis-full text-danger">
          {problem}
        </p>
      ) : null}
    </Toast>
  );
}

/** Says why something was not done to the selected items. It stays, since the ticks are gone. */
function RefusedToast({
  told,
  message,
  work,
}: {
  told: ItemWork;
  message: string;
  work: ItemWorkList;
}) {
  const { key, intent, item } = told;
  return (
    <Toast>
      <p role="alert" className="text-danger">
        <RefusalText message={message} />
      </p>
      <div className="flex gap-1">
        {message === UPGRADE_MESSAGE ? null : (
          <Button
            type="button"
            variant="secondary"
            onClick={() => {
              const items = work.read().flatMap((own) => (own.key === key ? own.item : []));
              work.ask(
                intent === "delete"
                  ? { intent, items }
                  : { intent: "feature", items, featured: item.featured },
              );
            }}
          >
            Try again
          </Button>
        )}
        <Button type="button" variant="quiet" onClick={() => work.end(key)}>
          Dismiss
        </Button>
      </div>
    </Toast>
  );
}
