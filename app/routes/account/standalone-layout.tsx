import { PendingOutlet } from "~/navigation/pending-outlet";

/** Layout of pages without section navigation. */
export default function StandaloneLayout() {
  return <PendingOutlet />;
}
