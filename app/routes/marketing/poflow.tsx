import { poflow } from "~/content/marketing/showcases";
import { ShowcasePage } from "~/marketing/showcases/showcase-page";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import type { Route } from "./+types/poflow";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "POFlow, purchase-order approvals",
    description:
      "POFlow takes a purchase order from request to approval in one place, with the budget in plain sight.",
    image: {
      drawing: "screens/poflow-inbox",
      alt: "The POFlow inbox: four purchase orders wait for approval, one is due today.",
    },
  });

export default function Poflow() {
  return <ShowcasePage id="poflow" showcase={poflow} />;
}
