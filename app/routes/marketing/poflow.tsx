import { poflow } from "~/content/marketing/showcases";
import { pages } from "~/content/pages";
import { ShowcasePage } from "~/marketing/showcases/showcase-page";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import type { Route } from "./+types/poflow";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages["/poflow"]);

export default function Poflow() {
  return <ShowcasePage id="poflow" showcase={poflow} />;
}
