/** Pages without section navigation. */
export { PendingOutlet as default } from "~/navigation/pending-outlet";
