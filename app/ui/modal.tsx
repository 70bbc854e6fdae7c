import { type ReactNode, useEffect, useId, useRef } from "react";

export interface ModalProps {
  title: string;
  /** Called after it has closed: by Escape, the close button, or the backdrop. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open while mounted. The native element traps and restores focus and listens for
 * Escape; the 300 ms and 150 ms of its transitions are in theme.css.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      closedby="any"
      onClose={onClose}
      className="modal m-auto w-[min(32rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6 text-ink shadow-2xl sm:p-8"
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-subheading">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="-m-2 grid size-11 place-items-center rounded-control text-2xl leading-none hover:bg-sunken"
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}
