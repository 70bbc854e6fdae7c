import { useState } from "react";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { ItemCard, type ItemDraft } from "./item-form";
import { ItemProblem } from "./item-problem";
import { UndoToast } from "./work-toast";

/** What forms without scripts need in the page: the one that adds or renames an item, or else the result of another. */
export function PlainForms({
  draft,
  result,
}: {
  draft: ItemDraft | null;
  result: FormResult | undefined;
}) {
  if (draft) return <ItemCard key={draft.intent} draft={draft} result={result} />;
  return result ? <PlainResult result={result} /> : null;
}

function PlainResult({ result }: { result: FormResult }) {
  const [isSettled, setIsSettled] = useState(false);
  if (isSettled || !result.message) return null;
  if (result.status === "error") return <ItemProblem message={result.message} />;
  return result.values ? (
    <UndoToast done={result} itemId="" onSettled={() => setIsSettled(true)} />
  ) : (
    <Alert type="success">{result.message}</Alert>
  );
}
