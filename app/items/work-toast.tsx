import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/toast";
import { focusItem } from "./item-focus";

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
        <div className="basis-full">
          <Alert type="error">{problem}</Alert>
        </div>
      ) : null}
    </Toast>
  );
}
