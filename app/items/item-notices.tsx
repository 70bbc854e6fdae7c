import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { OnDemand } from "~/ui/on-demand";
import { ToastPlace } from "~/ui/toast-place";
import { type ItemWork, type ItemWorkList, isSent } from "./use-item-work";

const loadUndoToast = () => import("./undo-toast");

/** Waits for work that the server does. It belongs to the list, because a row may go before its work ends. */
export function Running({ all, onEnd }: { all: readonly ItemWork[]; onEnd: ItemWorkList["end"] }) {
  const running = all.filter(({ intent, result }) => isSent(intent) && !result);
  const keys = [...new Set(running.map(({ key }) => key))];
  return keys.map((key) => <RunningWork key={key} workKey={key} onEnd={onEnd} />);
}

/** Hands on the result once the page shows it too. Draws nothing: the row does. */
function RunningWork({ workKey, onEnd }: { workKey: string; onEnd: ItemWorkList["end"] }) {
  const { data, state } = useFetcher<FormResult>({ key: workKey });
  useTellOtherTabs(data);
  useEffect(() => {
    if (data && state === "idle") onEnd(workKey, data);
  }, [data, state, onEnd, workKey]);
  return null;
}

/** Offers to undo the latest; what was done before shows when that is settled. */
export function Undo({
  last,
  onSettle,
}: {
  last: ItemWork | undefined;
  onSettle: ItemWorkList["settle"];
}) {
  return <ToastPlace>{last ? <UndoLast last={last} onSettle={onSettle} /> : null}</ToastPlace>;
}

function UndoLast({ last, onSettle }: { last: ItemWork; onSettle: ItemWorkList["settle"] }) {
  const { key, item, result } = last;
  if (!result) return null;
  return (
    <OnDemand load={loadUndoToast} insteadAt="/dashboard">
      {({ UndoToast }) => (
        <UndoToast key={key} done={result} itemId={item.id} onSettled={() => onSettle(key)} />
      )}
    </OnDemand>
  );
}
