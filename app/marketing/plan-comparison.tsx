import { plans } from "~/content/plans";
import { type Comparison, comparisons, pricing } from "~/content/pricing";
import { CheckMark } from "./check-mark";

/** What each plan has, side by side. On narrow screens the table scrolls by itself. */
export function PlanComparison() {
  return (
    <div className="wrap pt-20">
      <h2 id="compare" className="text-heading">
        {pricing.compare}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="mt-8 overflow-x-auto" tabIndex={0} aria-labelledby="compare">
        <table className="w-full min-w-[34rem] table-fixed border-collapse text-left">
          <thead>
            <tr className="border-line-strong border-b">
              <td className="w-[34%]" />
              {plans.map(({ id, name }) => (
                <th key={id} scope="col" className="px-3 py-4 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparisons.map((row) => (
              <tr key={row.what} className="border-line border-b">
                <th scope="row" className="py-4 pr-3 font-normal text-ink-soft">
                  {row.what}
                </th>
                {plans.map(({ id }) => (
                  <td key={id} className="px-3 py-4">
                    <Value value={row.values[id]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
