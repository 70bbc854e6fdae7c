import { plans } from "~/content/plans";
import { type Comparison, comparisons, pricing } from "~/content/pricing";
import { CheckMark } from "./check-mark";

/** On a phone the name of a row stands above its three values. */
const ROW = "wrap-anywhere border-b max-sm:grid max-sm:grid-cols-3";

/** What each plan has, side by side. */
export function PlanComparison() {
  return (
    <div className="wrap pt-20">
      <h2 id="compare" className="text-heading">
        {pricing.compare}
      </h2>
      <table
        aria-labelledby="compare"
        className="mt-8 w-full table-fixed border-collapse text-left"
      >
        <thead>
          <tr className={`border-line-strong ${ROW}`}>
            <td className="w-[34%] max-sm:hidden" />
            {plans.map(({ id, name }) => (
              <th key={id} scope="col" className="py-3 pr-3 font-semibold sm:py-4">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisons.map((row) => (
            <tr key={row.what} className={`border-line ${ROW}`}>
              <th
                scope="row"
                className="pt-3 pr-3 font-normal text-ink-soft max-sm:col-span-3 sm:py-4"
              >
                {row.what}
              </th>
              {plans.map(({ id }) => (
                <td key={id} className="relative py-3 pr-3 sm:py-4">
                  <Value value={row.values[id]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-6 max-w-2xl text-ink-soft">{pricing.application}</p>
    </div>
  );
}

function Value({ value }: { value: Comparison["values"]["pro"] }) {
  if (typeof value === "string") return value;
  return (
    <>
      {value ? <CheckMark /> : <span aria-hidden="true">–</span>}
      <span className="sr-only">{value ? pricing.yes : pricing.no}</span>
    </>
  );
}
