import { lazy, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { OnDemand } from "~/ui/on-demand";
import { ItemProblem } from "./item-row";
import type { ItemWork, ItemWorkList } from "./use-item-work";

const loadDeletedItem = () => import("./deleted-item");
const DeletedItem = lazy(async () => ({ default: (await loadDeletedItem()).DeletedItem }));

/** The result of a form that was sent without scripts. */
export function PlainResult({ result }: { result: FormResult }) {
  const [isSettled, setIsSettled] = useState(false);
  if (isSettled || !result.message) return null;
  if (result.status === "error") return <ItemProblem message={result.message} />;
  return result.values ? (
    <DeletedItem deleted={result} onSettled={() => setIsSettled(true)} />
  ) : (
    <Alert type="success">{result.message}</Alert>
  );
}

/** Waits for work that the server does. It belongs to the list, because a row may go before its work ends. */
export function Running({ work }: { work: ItemWorkList }) {
  const running = work.all.filter(({ intent, result }) => intent !== "edit" && !result);
  return running.map((own) => <RunningWork key={own.key} own={own} onEnd={work.end} />);
}

/** Hands on the result once the page shows it too. Draws nothing: the row does. */
function RunningWork({ own, onEnd }: { own: ItemWork; onEnd: ItemWorkList["end"] }) {
  const { data, state } = useFetcher<FormResult>({ key: own.key });
  useTellOtherTabs(data);
  useEffect(() => {
    if (data && state === "idle") onEnd(own.key, data);
  }, [data, state, onEnd, own.key]);
  return null;
}

/** What was deleted since the page was opened: each stays until it is settled, the latest is shown. */
export function Deletions({ work }: { work: ItemWorkList }) {
  const done = work.all.filter(
    ({ intent, result }) => intent === "delete" && result?.status === "success",
  );
  return done.map(({ key, result }) => (
    <div key={key} hidden={key !== done.at(-1)?.key} className="empty:hidden">
      {result ? (
        <OnDemand load={loadDeletedItem} insteadAt="/dashboard">
          {({ DeletedItem }) => <DeletedItem deleted={result} onSettled={() => work.settle(key)} />}
        </OnDemand>
      ) : null}
    </div>
  ));
}
