import type { Plan } from "~/content/plans";

/** Source: schema.org, "referenceQuantity"; UN/CEFACT Recommendation 20. */
const UNIT_CODES = { month: "MON", year: "ANN" } as const;

/** A plan's price as structured data, with what it is for; the free plan's has no period. */
export function structuredPrice({ price }: Plan) {
  const common = { "@type": "UnitPriceSpecification", priceCurrency: "USD" };
  if (price === null) return { ...common, price: 0 };
  const unitCode = UNIT_CODES[price.interval];
  const period = { "@type": "QuantitativeValue", value: 1, unitCode };
  return { ...common, price: price.amount, referenceQuantity: period };
}
