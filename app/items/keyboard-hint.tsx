import { useEffect, useState } from "react";
import { OnDemand } from "~/ui/on-demand";

const loadKeyboard = () => import("./keyboard.client");

/** Says that there are shortcuts. They are fetched with the first key that may be one. */
export function KeyboardHint() {
  const [first, setFirst] = useState<KeyboardEvent | "sheet">();
  useEffect(() => {
    if (first !== undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (/^(.|Arrow.+|Delete)$/.test(event.key)) setFirst(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [first]);
  return (
    <div className="shortcut-hint">
      <button type="button" className="link" onClick={() => setFirst("sheet")}>
        Keyboard shortcuts
      </button>{" "}
      <kbd>?</kbd>
      {first === undefined ? null : (
        <OnDemand load={loadKeyboard}>{({ Keyboard }) => <Keyboard first={first} />}</OnDemand>
      )}
    </div>
  );
}
