import { Alert } from "~/ui/alert";
import { TextLink } from "~/ui/button";
import { UPGRADE_MESSAGE } from "./item";

/** Why something was not done. */
export function ItemProblem({ message }: { message: string }) {
  return (
    <Alert type="error">
      <RefusalText message={message} />
    </Alert>
  );
}

/** The reason, with a link to the plans where a better plan is needed. */
export function RefusalText({ message }: { message: string }) {
  return (
    <>
      <span>{message}</span>{" "}
      {message === UPGRADE_MESSAGE ? <TextLink to="/pricing">See the plans</TextLink> : null}
    </>
  );
}
