import { Alert } from "~/ui/alert";
import { TextLink } from "~/ui/text-link";
import { UPGRADE_MESSAGE } from "./item";

/** Why something was not done, with a link to the plans where a better plan is needed. */
export function ItemProblem({ message }: { message: string }) {
  return (
    <Alert type="error">
      <span>{message}</span>{" "}
      {message === UPGRADE_MESSAGE ? <TextLink to="/pricing">See the plans</TextLink> : null}
    </Alert>
  );
}
