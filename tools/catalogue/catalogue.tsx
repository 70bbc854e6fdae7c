import { useEffect } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { MENU_ENTRY, Menu } from "~/ui/menu";
import { CloseButton, Modal } from "~/ui/modal";
import { Toast } from "~/ui/toast";
import { ToastPlace } from "~/ui/toast-place";
import { Controls } from "./controls";
import { Notices } from "./notices";
import { Component, State } from "./specimen";
import { LONG_WORD } from "./texts";

const MENU_ID = "menu";
const stay = () => {};

/** Every component of app/ui in every state. `open`: what lies over the page, if anything does. */
export function Catalogue({ open }: { open: string | null }) {
  useEffect(() => {
    // The alerts have scrolled themselves into view.
    window.scrollTo(0, 0);
    if (open === "menu") document.querySelector<HTMLElement>("[popovertarget]")?.click();
  }, [open]);
  return (
    <div className="wrap py-10">
      <h1 className="mb-8 text-heading">The components in their states</h1>
      <Component name="Menu">
        <State name="closed, until it is pressed">
          <Menu label="Account" id={MENU_ID}>
            {["Dashboard", "Settings", LONG_WORD].map((entry) => (
              <li key={entry} className="wrap-anywhere">
                <a href="#main" className={MENU_ENTRY}>
                  {entry}
                </a>
              </li>
            ))}
          </Menu>
        </State>
      </Component>
      <Controls />
      <Notices />
      {open === "dialog" ? <SampleDialog isBusy={false} /> : null}
      {open === "busy-dialog" ? <SampleDialog isBusy /> : null}
      <ToastPlace>{open === "toast" ? <SampleToast /> : null}</ToastPlace>
    </div>
  );
}

function SampleDialog({ isBusy }: { isBusy: boolean }) {
  return (
    <Modal title="Add an item" isBusy={isBusy} onClose={stay}>
      <form className="grid gap-5">
        <Field label="Name" name="name" />
        <div className="flex flex-wrap gap-3">
          <Button type="button" pending={isBusy}>
            Save
          </Button>
          <CloseButton disabled={isBusy}>Cancel</CloseButton>
        </div>
      </form>
    </Modal>
  );
}

function SampleToast() {
  return (
    <Toast onTimeUp={stay}>
      <p>“{LONG_WORD}” is deleted</p>
      <Button type="button" variant="secondary">
        Undo
      </Button>
      <Button type="button" variant="quiet">
        Dismiss
      </Button>
    </Toast>
  );
}
