import { Link } from "react-router";
import { isPublicPath } from "~/content/public-paths";
import { ReaderText } from "~/ui/reader-time";
import type { PlanWords } from "./plan-words";

/** A plan in words, with a link to what there is to do about it. */
export function PlanSentence({ words: { text, todo } }: { words: PlanWords }) {
  return (
    <p>
      <ReaderText text={text} />{" "}
      {todo ? (
        <Link to={todo.to} reloadDocument={isPublicPath(todo.to)} className="link">
          {todo.label}
        </Link>
      ) : null}
    </p>
  );
}
