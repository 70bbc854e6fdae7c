import { PendingOutlet } from "~/navigation/pending-outlet";

/** Pages of the account area that stand alone: the next one takes the whole place. */
export default function SinglePages() {
  return <PendingOutlet />;
}
