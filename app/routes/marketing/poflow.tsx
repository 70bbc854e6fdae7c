import { orderDemo, poflow } from "~/content/marketing/showcases";
import { pages } from "~/content/pages";
import { Section } from "~/marketing/section";
import { OrderDemo } from "~/marketing/showcases/order-demo";
import { ShowcasePage } from "~/marketing/showcases/showcase-page";
import { pageMeta } from "~/navigation/page-meta";
import type { Route } from "./+types/poflow";

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages["/poflow"]);

export default function Poflow() {
  return <ShowcasePage id="poflow" showcase={poflow} demo={<Demo />} />;
}

function Demo() {
  return (
    <Section id="try" labelledBy="try-title" className="pb-0 sm:pb-0">
      <h2 id="try-title" className="max-w-3xl text-heading">
        {orderDemo.title}
      </h2>
      <p className="mt-5 mb-10 max-w-2xl text-ink-soft text-lead">{orderDemo.lead}</p>
      <OrderDemo />
    </Section>
  );
}
