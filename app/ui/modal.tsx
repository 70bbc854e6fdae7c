import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { CLOSE, discardPrompt } from "~/content/ui";
import { Button } from "./button";

export interface ModalProps {
  title: string;
  /** False plays the closing transition. */
  isOpen?: boolean;
  /** Prevents closing while a request is pending. */
  isBusy?: boolean;
  /** Called after the closing transition; unmount the modal then. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open on mount. The native element traps and restores focus and handles Escape; transitions are in
 * styles/components.css. The content precedes the close button, so that its first field gets the focus. Asks before
 * discarding unsaved input.
 */
export function Modal({ title, isOpen = true, isBusy = false, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
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
      closedby={isBusy || isConfirming ? "none" : "any"}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        const isDirty = hasUnsavedInput(event.currentTarget);
        if (isBusy || isDirty) event.preventDefault();
        if (!isBusy && isDirty) setIsConfirming(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isConfirming) return;
        event.preventDefault();
        setIsConfirming(false);
      }}
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
      {isConfirming ? (
        <DiscardPrompt
          onKeep={() => setIsConfirming(false)}
          onDiscard={() => dialog.current?.close()}
        />
      ) : null}
      <button
        type="button"
        title={CLOSE}
        aria-label={CLOSE}
        disabled={isBusy}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-2xl leading-none hover:bg-sunken disabled:opacity-60 sm:top-5 sm:right-5"
        onClick={({ currentTarget }) => requestClose(currentTarget)}
      >
        ×
      </button>
    </dialog>
  );
}

/** Closes the surrounding dialog, like Escape. */
export function CloseButton({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  return (
    <Button
      type="button"
      variant="quiet"
      disabled={disabled}
      onClick={({ currentTarget }) => requestClose(currentTarget)}
    >
      {children}
    </Button>
  );
}

/** Inline confirmation; restores the focus if editing continues. */
function DiscardPrompt({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    keepButton.current?.focus();
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, []);
  return (
    <div
      role="alertdialog"
      aria-label={discardPrompt.title}
      className="mt-5 grid gap-3 rounded-control border border-line-strong bg-sunken p-4"
    >
      <p className="font-medium">{discardPrompt.title}</p>
      <div className="flex flex-wrap gap-3">
        <Button ref={keepButton} type="button" variant="secondary" onClick={onKeep}>
          {discardPrompt.keep}
        </Button>
        <Button type="button" variant="danger" onClick={onDiscard}>
          {discardPrompt.discard}
        </Button>
      </div>
    </div>
  );
}

/** True if a field differs from its default value. Ignores checkboxes and passwords. */
function hasUnsavedInput(dialog: HTMLDialogElement): boolean {
  return Array.from(dialog.querySelectorAll("input, textarea")).some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      !/^(checkbox|password)$/.test(field.type) &&
      field.value.trim() !== field.defaultValue.trim(),
  );
}

/** Closes the surrounding dialog, after confirmation if it has unsaved input. */
function requestClose(within: HTMLElement): void {
  const dialog = within.closest("dialog");
  if (dialog?.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

/** Waits for the transitions of panel and backdrop; browsers that cannot animate closing have none. */
async function waitForTransitions(dialog: HTMLDialogElement): Promise<void> {
  const transitions = dialog
    .getAnimations({ subtree: true })
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
