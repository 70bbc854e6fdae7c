import { pages } from "~/content/pages";
import { poflow } from "~/content/showcases";
import { PoflowBudget } from "~/marketing/drawings/poflow-budget";
import { PoflowInbox } from "~/marketing/drawings/poflow-inbox";
import { PoflowOrder } from "~/marketing/drawings/poflow-order";
import { ShowcasePage } from "~/marketing/showcase-page";
import { pageMeta } from "~/navigation/page-meta";
import type { Route } from "./+types/poflow";

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
