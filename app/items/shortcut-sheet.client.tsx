import { useState } from "react";
import { Modal } from "~/ui/modal";
import { areShortcutsOn, SHORTCUTS, switchShortcuts } from "./shortcuts.client";

/** What the keys do, and the switch that turns them off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {SHORTCUTS.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-control border border-line-strong bg-sunken px-2 py-0.5 font-sans font-semibold text-sm">
                {keys}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isOn}
          onChange={({ currentTarget }) => {
            switchShortcuts(currentTarget.checked);
            setIsOn(currentTarget.checked);
          }}
        />
        Use single keys as shortcuts
      </label>
    </Modal>
  );
}
