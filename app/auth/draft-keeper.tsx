import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { hasDraft } from "./draft-key";

let loading: Promise<typeof import("./drafts.client")> | undefined;

/** One load for all that is typed meanwhile, so that the last letter is also kept last. */
function loadDrafts(): Promise<typeof import("./drafts.client")> {
  loading ??= import("./drafts.client").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * Lets half-written forms survive a session that ends. `email` is "" for a guest. What it takes is fetched when
 * somebody types, or has typed; where that fails nothing is kept.
 */
export function DraftKeeper({ email }: { email: string }) {
  const { pathname: path } = useLocation();
  const [note, setNote] = useState<ReactNode>();
  useEffect(() => {
    const withDrafts = (use: (drafts: Awaited<ReturnType<typeof loadDrafts>>) => void) =>
      void loadDrafts().then(use, () => undefined);
    const keep = ({ target }: Event) => {
      if (!isTextField(target)) return;
      // As it is now: by the time the file is there, the form may have been sent and emptied.
      const { value } = target;
      withDrafts(({ keepTyped }) => keepTyped(target, value, { email, path }));
    };
    const forgetNote = () => setNote(undefined);
    if (hasDraft()) {
      withDrafts(({ settleDraft, RestoredNote }) => {
        if (settleDraft({ email, path })) setNote(<RestoredNote onSettled={forgetNote} />);
      });
    }
    if (email !== "") document.addEventListener("input", keep);
    return () => {
      document.removeEventListener("input", keep);
      forgetNote();
    };
  }, [email, path]);
  return note;
}
