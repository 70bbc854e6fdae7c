import { PUBLIC_PATHS } from "~/content/public-paths";
import { InlineScript } from "~/ui/inline-script";

/**
 * Lets the browser fetch a page while the pointer rests on its link. Only pages that need no database:
 * those of the account area change too often. Browsers that save data do not do it.
 * https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export function SpeculationRules() {
  const rules = { prefetch: [{ where: { href_matches: PUBLIC_PATHS }, eagerness: "moderate" }] };
  return <InlineScript type="speculationrules" source={JSON.stringify(rules)} />;
}
