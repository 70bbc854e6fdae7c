import { orderDemo, poflow } from "~/content/marketing/showcases";
import { pages } from "~/content/pages";
import { Section } from "~/marketing/section";
import { OrderDemo } from "~/marketing/showcases/order-demo";
import { ShowcasePage } from "~/marketing/showcases/showcase-page";
import { pageMeta } from "~/navigation/page-meta";
import type { Route } from "./+types/poflow";

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages["/poflow"]);

export default function Poflow() {
  return (
    <ShowcasePage
      id="poflow"
      showcase={poflow}
      demo={
        <Section id="try" title={orderDemo.title} lead={orderDemo.lead} className="pb-0 sm:pb-0">
          <OrderDemo />
        </Section>
      }
    />
  );
}
