import { type ReactNode, useEffect, useId, useRef } from "react";

export interface ModalProps {
  title: string;
  /** False plays the closing transition. */
  isOpen?: boolean;
  /** Stays open, because something that was asked for is under way. */
  isBusy?: boolean;
  /** Called once it has closed and its transition is over: then take it out of the page. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open from the moment it is mounted. The native element traps focus, gives it back to
 * whatever opened it, and listens for Escape; the 300 ms and 150 ms of its transitions are in
 * components.css. The content comes first, so that its first field has the focus.
 */
export function Modal({ title, isOpen = true, isBusy = false, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen) element?.close();
  }, [isOpen]);
  useEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      closedby={isBusy ? "none" : "any"}
      onCancel={(event) => {
        if (isBusy) event.preventDefault();
      }}
      onClose={async ({ currentTarget }) => {
        await untilTransitionsEnd(currentTarget);
        if (!currentTarget.open) onClose();
      }}
      className="modal m-auto w-[min(32rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6 text-ink shadow-2xl sm:p-8"
    >
      <h2 id={titleId} className="mb-5 pr-10 text-subheading">
        {title}
      </h2>
      {children}
      <button
        type="button"
        aria-label="Close"
        disabled={isBusy}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-2xl leading-none hover:bg-sunken disabled:opacity-60 sm:top-5 sm:right-5"
        onClick={() => dialog.current?.close()}
      >
        ×
      </button>
    </dialog>
  );
}

/** The panel's and the backdrop's; browsers that cannot animate a closing dialog have none. */
async function untilTransitionsEnd(dialog: HTMLDialogElement): Promise<void> {
  const transitions = dialog
    .getAnimations({ subtree: true })
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
