import type { ReactNode } from "react";
import { Link } from "react-router";
import { PORTAL_PATH } from "~/content/plan-status";
import { isPublicPath } from "~/content/public-paths";
import { ButtonLink } from "~/ui/button";
import { ReaderText } from "~/ui/time/reader-time";
import type { AccountPlan, PlanDescription } from "./plan-words";

/** A plan in words, with a link to what there is to do about it. */
export function PlanSentence({ words: { text, todo } }: { words: PlanDescription }) {
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

const MANAGE = { label: "Manage billing", to: PORTAL_PATH };

/** The plan in `words`, the facts of it where there are any, and the button for what there is to do. */
export function PlanInWords({
  plan,
  words,
  beside,
  children,
}: {
  plan: AccountPlan;
  words: PlanDescription;
  /** Before the button. */
  beside?: ReactNode;
  children?: ReactNode;
}) {
  // Where there is one thing to do it is the button, and not said twice.
  const todo = words.isProblem || !plan.isLive ? words.todo : null;
  const button = todo ?? MANAGE;
  return (
    <>
      <div className={words.isProblem ? "font-medium text-danger" : "text-lead"}>
        <PlanSentence words={todo ? { ...words, todo: null } : words} />
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        {beside}
        <ButtonLink to={button.to} variant={words.isProblem ? "primary" : "secondary"}>
          {button.label}
        </ButtonLink>
      </div>
    </>
  );
}
