import { PUBLIC_PATHS } from "~/content/public-paths";
import { InlineScript } from "~/ui/inline-script";

/**
 * Pages that are fetched while the pointer rests on their link. Only pages that cost no database: those
 * of the account are made for the moment they are asked for. Browsers leave it when data is to be saved.
 */
const RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: PUBLIC_PATHS }, eagerness: "moderate" }],
});

/** https://html.spec.whatwg.org/multipage/speculative-loading.html */
export function SpeculationRules() {
  return <InlineScript type="speculationrules" source={RULES} />;
}
