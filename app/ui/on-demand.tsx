import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { UNREACHABLE } from "~/forms/unreachable";
import { Alert } from "./alert";

export interface OnDemandProps<Module> {
  /** `() => import("./part.tsx")`. Call it before, on a hint that it will be wanted, and nobody waits. */
  readonly load: () => Promise<Module>;
  /**
   * The page that does the same without scripts, for when the file is gone since a deploy; left out for
   * what the page can do without.
   */
  readonly insteadAt?: string;
  readonly waiting?: ReactNode;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A part of the page that is fetched when it is first wanted; `waiting` until it is there. Without a
 * connection it says so, and tries again with one; browsers that remember the failure go to `insteadAt`.
 */
export function OnDemand<Module>({ load, insteadAt, waiting, children }: OnDemandProps<Module>) {
  const [module, setModule] = useState<{ readonly part: Module }>();
  const [isOffline, setIsOffline] = useState(false);
  const start = useEffectEvent(async () => {
    try {
      const part = await load();
      setModule({ part });
    } catch {
      if (insteadAt === undefined) return;
      if (navigator.onLine) window.location.assign(insteadAt);
      else setIsOffline(true);
    }
  });
  useEffect(() => {
    const tryAgain = () => void start();
    tryAgain();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, []);
  if (module) return children(module.part);
  return isOffline ? <Alert type="error">{UNREACHABLE}</Alert> : waiting;
}
