import { pages } from "~/content/pages";
import { poflow } from "~/content/showcases";
import { pageMeta } from "~/navigation/page-meta";
import { PoflowBudget } from "~/ui/drawings/poflow-budget";
import { PoflowInbox } from "~/ui/drawings/poflow-inbox";
import { PoflowOrder } from "~/ui/drawings/poflow-order";
import type { Route } from "./+types/poflow";
import { ShowcasePage } from "./showcase-page.tsx";

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages.poflow);

export default function Poflow() {
  return (
    <ShowcasePage
      id="poflow"
      showcase={poflow}
      drawings={[PoflowInbox, PoflowOrder, PoflowBudget]}
    />
  );
}
