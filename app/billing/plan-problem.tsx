import { ButtonLink } from "~/ui/button";
import { PlanSentence } from "./plan-sentence";
import type { PlanWords } from "./plan-words";

/** What keeps a plan from running, and the one press that mends it: above everything else on the page. */
export function PlanProblem({ words }: { words: PlanWords }) {
  const { todo } = words;
  return (
    <section
      aria-label="Your plan"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-danger bg-danger-soft p-5 font-medium text-danger sm:px-6"
    >
      <div className="max-w-2xl">
        <PlanSentence words={{ ...words, todo: null }} />
      </div>
      {todo ? <ButtonLink to={todo.to}>{todo.label}</ButtonLink> : null}
    </section>
  );
}
