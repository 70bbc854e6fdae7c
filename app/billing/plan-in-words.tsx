import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import type { AccountPlan } from "./account-plan.server";
import { PlanSentence } from "./plan-sentence";
import type { PlanWords } from "./plan-words";

const MANAGE = { label: "Manage billing", to: "/settings/billing" };

/** The plan in `words`, the facts of it where there are any, and the button for what there is to do. */
export function PlanInWords({
  plan,
  words,
  beside,
  children,
}: {
  plan: AccountPlan;
  words: PlanWords;
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
