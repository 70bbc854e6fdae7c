import { Button } from "~/ui/button";
import { Toast } from "~/ui/toast";
import { ToastPlace } from "~/ui/toast-place";

/** Says that a form holds what was typed before the session ended. */
export function RestoredNote({ onSettled }: { onSettled: () => void }) {
  return (
    <ToastPlace>
      <Toast onTimeUp={onSettled}>
        <p>What you typed before signing in is back. It is not saved yet.</p>
        <Button type="button" variant="quiet" onClick={onSettled}>
          Dismiss
        </Button>
      </Toast>
    </ToastPlace>
  );
}
