import { startTransition, useEffect, useState } from "react";
import type { FormResult } from "~/forms/form-result";
import { OnDemand } from "~/ui/on-demand";
import { ToastPlace } from "~/ui/toast";
import { type ItemWork, isUnderWay } from "./item-work";
import type { ItemWorkList } from "./item-work-list";

const loadWorkToast = () => import("./work-toast");

/** Waits for work that the server does. It belongs to the list, because a row may go before its work ends. */
export function Running({ all, work }: { all: readonly ItemWork[]; work: ItemWorkList }) {
  const keys = [...new Set(all.filter(isUnderWay).map(({ key }) => key))];
  return keys.map((key) => <RunningWork key={key} workKey={key} work={work} />);
}

/** Hands on the result once the page shows it too. Draws nothing: the row does. */
function RunningWork({ workKey, work }: { workKey: string; work: ItemWorkList }) {
  const [end, setEnd] = useState<{ readonly result: FormResult | undefined }>();
  useEffect(() => {
    // A transition, so that it waits for the router's own, which draws the page as it was read again.
    void work.answerTo(workKey).then((result) => startTransition(() => setEnd({ result })));
  }, [work, workKey]);
  useEffect(() => {
    if (end) work.end(workKey, end.result);
  }, [end, work, workKey]);
  return null;
}

/** Tells how the latest ended, with a way to undo it or to try again; what ended before shows when that is settled. */
export function Told({ told, work }: { told: ItemWork | undefined; work: ItemWorkList }) {
  return (
    <ToastPlace>
      {told ? (
        <OnDemand load={loadWorkToast} insteadAt="/dashboard">
          {({ WorkToast }) => <WorkToast key={told.key} told={told} work={work} />}
        </OnDemand>
      ) : null}
    </ToastPlace>
  );
}
