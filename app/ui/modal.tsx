import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";

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
 * styles/components.css. The content comes first, so that its first field has the focus. What was typed in it is
 * not thrown away unasked.
 */
export function Modal({ title, isOpen = true, isBusy = false, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsking, setIsAsking] = useState(false);
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
      closedby={isBusy || isAsking ? "none" : "any"}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        const hasText = hasUnsavedInput(event.currentTarget);
        if (isBusy || hasText) event.preventDefault();
        if (!isBusy && hasText) setIsAsking(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isAsking) return;
        event.preventDefault();
        setIsAsking(false);
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
      {isAsking ? (
        <DiscardPrompt
          onKeep={() => setIsAsking(false)}
          onThrowAway={() => dialog.current?.close()}
        />
      ) : null}
      <button
        type="button"
        title="Close"
        aria-label="Close"
        disabled={isBusy}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-2xl leading-none hover:bg-sunken disabled:opacity-60 sm:top-5 sm:right-5"
        onClick={({ currentTarget }) => requestClose(currentTarget)}
      >
        ×
      </button>
    </dialog>
  );
}

/** Closes the dialog that it stands in, as Escape does. */
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

/** Gives the focus back to where it was if the answer is to go on. */
function DiscardPrompt({ onKeep, onThrowAway }: { onKeep: () => void; onThrowAway: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    keep.current?.focus();
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, []);
  return (
    <div
      role="alertdialog"
      aria-label="Throw away what you typed?"
      className="mt-5 grid gap-3 rounded-control border border-line-strong bg-sunken p-4"
    >
      <p className="font-medium">Throw away what you typed?</p>
      <div className="flex flex-wrap gap-3">
        <Button ref={keep} type="button" variant="secondary" onClick={onKeep}>
          Keep writing
        </Button>
        <Button type="button" variant="danger" onClick={onThrowAway}>
          Throw away
        </Button>
      </div>
    </div>
  );
}

/** True when a field holds something else than it was given. Nobody misses a password, which is not kept either. */
function hasUnsavedInput(dialog: HTMLDialogElement): boolean {
  return Array.from(dialog.querySelectorAll("input, textarea")).some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      !/^(checkbox|password)$/.test(field.type) &&
      field.value.trim() !== field.defaultValue.trim(),
  );
}

/** Closes an element's dialog, unless that holds typed text: then it asks. */
function requestClose(within: HTMLElement): void {
  const dialog = within.closest("dialog");
  if (dialog?.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

/** The panel's and the backdrop's; browsers that cannot animate a closing dialog have none. */
async function waitForTransitions(dialog: HTMLDialogElement): Promise<void> {
  const transitions = dialog
    .getAnimations({ subtree: true })
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
