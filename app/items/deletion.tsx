import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { OnDemand } from "~/ui/on-demand";

const loadDeletedItem = () => import("./deleted-item");

export interface DeletionProps {
  /** The key of the fetcher that deletes. */
  readonly fetcherKey: string;
  /** Called when the item turned out to stay, with the reason. */
  readonly onRefused: (fetcherKey: string, message: string) => void;
  /** Called when the item is back, or the offer was waved away. */
  readonly onSettled: (fetcherKey: string) => void;
}

/** A deletion from the click on: nothing to see until it is done, then the offer to undo it. */
export function Deletion({ fetcherKey, onRefused, onSettled }: DeletionProps) {
  const { data } = useFetcher<FormResult>({ key: fetcherKey });
  useTellOtherTabs(data);
  const refusal = data?.status === "error" ? (data.message ?? "") : undefined;
  useEffect(() => {
    if (refusal !== undefined) onRefused(fetcherKey, refusal);
  }, [refusal, onRefused, fetcherKey]);
  return data?.status === "success" ? (
    <OnDemand load={loadDeletedItem} insteadAt="/dashboard">
      {({ DeletedItem }) => <DeletedItem deleted={data} onSettled={() => onSettled(fetcherKey)} />}
    </OnDemand>
  ) : null;
}
