import { broodbook } from "~/content/marketing/showcases";
import { ShowcasePage } from "~/marketing/showcases/showcase-page";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import type { Route } from "./+types/broodbook";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "broodbook, the family contact manager",
    description:
      "broodbook keeps a whole family’s addresses, birthdays and plans in one book that everyone can find.",
    image: {
      drawing: "screens/broodbook-family",
      alt: "A family tree in broodbook: three generations of the Whitfields.",
    },
  });

export default function Broodbook() {
  return <ShowcasePage id="broodbook" showcase={broodbook} />;
}
