import { useEffect, useEffectEvent, useState } from "react";
import { ShortcutSheet } from "./shortcut-sheet.client";
import { pressKey } from "./shortcuts.client";

/** The list's shortcuts, from the key on that made them load; and the sheet that explains them. */
export function Keyboard({ first }: { first: KeyboardEvent | "sheet" }) {
  const [isSheetOpen, setIsSheetOpen] = useState(first === "sheet");
  const press = useEffectEvent((event: KeyboardEvent) => {
    pressKey(event, () => setIsSheetOpen(true));
  });
  const pressFirst = useEffectEvent(() => {
    if (first !== "sheet") press(first);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    pressFirst();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return isSheetOpen ? <ShortcutSheet onClose={() => setIsSheetOpen(false)} /> : null;
}
