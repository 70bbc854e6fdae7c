import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

interface ModalProps {
  title: string;
  /** False plays the closing transition. */
  isOpen?: boolean;
  /** Called after the closing transition; unmount the modal then. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open on mount. The native element traps and restores focus and handles Escape; transitions
 * are in styles/components.css. The content precedes the close button, so that its first field gets the
 * focus.
 */
export function Modal({ title, isOpen = true, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen) return;
    element?.showModal();
    return () => element?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={async ({ currentTarget }) => {
        await waitForTransitions(currentTarget);
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
        title="Close"
        aria-label="Close"
        className="icon-button icon-close absolute top-3 right-3 sm:top-5 sm:right-5"
        onClick={closeDialog}
      />
    </dialog>
  );
}

/** Closes the surrounding dialog, like Escape. */
export function CloseButton({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  return (
    <Button type="button" variant="quiet" disabled={disabled} onClick={closeDialog}>
      {children}
    </Button>
  );
}

function closeDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest("dialog")?.close();
}

/** Waits for the transitions of panel and backdrop; browsers that cannot animate closing have none. */
async function waitForTransitions(dialog: HTMLDialogElement): Promise<void> {
  const transitions = dialog
    .getAnimations({ subtree: true })
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
