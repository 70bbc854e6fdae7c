import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { keepTyped, leaveDraft, restoreDraft, SIGN_IN_AREA } from "./drafts";

/** Rarely shown, so not a part of every page. */
const RestoredNote = lazy(async () => ({
  default: (await import("./restored-note")).RestoredNote,
}));

/** Lets half-written forms survive a session that ends. `email` is "" for a guest. */
export function DraftKeeper({ email }: { email: string }) {
  const { pathname: path } = useLocation();
  const [restoredAt, setRestoredAt] = useState<string>();
  useEffect(() => {
    if (email === "" || path.startsWith(SIGN_IN_AREA)) return leaveDraft(path);
    if (restoreDraft({ email, path })) setRestoredAt(path);
    const keep = ({ target }: Event) => keepTyped(target, { email, path });
    document.addEventListener("input", keep);
    return () => document.removeEventListener("input", keep);
  }, [email, path]);
  return restoredAt === path ? (
    <Suspense>
      <RestoredNote onSettled={() => setRestoredAt(undefined)} />
    </Suspense>
  ) : null;
}
