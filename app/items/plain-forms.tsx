import { useState } from "react";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { ItemProblem } from "./item-problem";
import { UndoToast } from "./work-toast";

/** The result of a form that was sent without scripts. */
export function PlainResult({ result }: { result: FormResult }) {
  const [isSettled, setIsSettled] = useState(false);
  if (isSettled || !result.message) return null;
  if (result.status === "error") return <ItemProblem message={result.message} />;
  return result.values ? (
    <UndoToast done={result} itemId="" onSettled={() => setIsSettled(true)} />
  ) : (
    <Alert type="success">{result.message}</Alert>
  );
}
