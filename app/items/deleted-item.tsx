import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult, FormValues } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { itemElementId } from "./item";

/** Says what was deleted and offers to undo it, as long as the page is open. */
export function DeletedItem({
  deleted,
  onSettled,
}: {
  /** The result of the deletion: the message, and the fields that bring the item back. */
  deleted: FormResult;
  onSettled: () => void;
}) {
  const fetcher = useFetcher<FormResult>();
  const isBack = fetcher.data?.status === "success" && fetcher.state === "idle";
  useTellOtherTabs(fetcher.data);
  const itemId = deleted.values?.id ?? "";
  useEffect(() => {
    if (!isBack) return;
    document.getElementById(itemElementId(itemId))?.focus();
    onSettled();
  }, [isBack, itemId, onSettled]);
  const problem = fetcher.data?.status === "error" ? fetcher.data.message : undefined;
  const undo = useFocusFrom(itemElementId(itemId));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-line-strong bg-surface py-1.5 pr-1.5 pl-4">
        <p role="status" className="wrap-anywhere min-w-0 py-2 font-medium">
          {deleted.message}
        </p>
        <fetcher.Form method="post" action="/dashboard" className="flex gap-1">
          <RestoreFields values={deleted.values ?? {}} />
          <Button ref={undo} variant="secondary" pending={fetcher.state !== "idle"}>
            Undo
          </Button>
          <Button type="button" variant="quiet" className="needs-script" onClick={onSettled}>
            Dismiss
          </Button>
        </fetcher.Form>
      </div>
      {problem && fetcher.state === "idle" ? <Alert type="error">{problem}</Alert> : null}
    </div>
  );
}

function RestoreFields({ values }: { values: FormValues }) {
  return (
    <>
      <input type="hidden" name="intent" value="restore" />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** Takes the focus when the element that had it is removed. */
function useFocusFrom(elementId: string) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const isGoing = document.getElementById(elementId)?.contains(activeElement);
    if (isGoing || activeElement === body) button.current?.focus({ preventScroll: true });
  }, [elementId]);
  return button;
}
