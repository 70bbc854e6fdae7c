import { pages } from "~/content/pages";
import { broodbook } from "~/content/showcases";
import { pageMeta } from "~/navigation/page-meta";
import { BroodbookCalendar } from "~/ui/drawings/broodbook-calendar";
import { BroodbookFamily } from "~/ui/drawings/broodbook-family";
import { BroodbookPerson } from "~/ui/drawings/broodbook-person";
import type { Route } from "./+types/broodbook";
import { ShowcasePage } from "./showcase-page.tsx";

export const meta: Route.MetaFunction = (args) => pageMeta(args, pages.broodbook);

export default function Broodbook() {
  return (
    <ShowcasePage
      id="broodbook"
      showcase={broodbook}
      drawings={[BroodbookFamily, BroodbookPerson, BroodbookCalendar]}
    />
  );
}
