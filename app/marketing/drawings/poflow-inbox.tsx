import { Pill, Screen, Words } from "./screen-kit";

const ORDERS = [
  {
    supplier: "Keller Steel",
    order: "Order 2041 · Workshop",
    amount: "$18,400",
    wait: "due today",
  },
  { supplier: "Bright Lamp Co.", order: "Order 2046 · Showroom", amount: "$960", wait: "2 days" },
  { supplier: "Parcel & Sons", order: "Order 2047 · Shipping", amount: "$3,215", wait: "1 day" },
  { supplier: "Ash Timber", order: "Order 2052 · Workshop", amount: "$7,080", wait: "new" },
] as const;

/** POFlow: the orders that wait for the reader's signature. */
export function PoflowInbox({ label }: { label: string }) {
  return (
    <Screen label={label} title="Waiting for you" aside="4 orders, $29,655">
      {ORDERS.map((order, index) => (
        <OrderRow key={order.order} {...order} top={76 + index * 85} isFirst={index === 0} />
      ))}
    </Screen>
  );
}

function OrderRow({
  supplier,
  order,
  amount,
  wait,
  top,
  isFirst,
}: (typeof ORDERS)[number] & { top: number; isFirst: boolean }) {
  return (
    <>
      {isFirst ? (
        <>
          <rect x="14" y={top} width="612" height="80" rx="10" className="fill-accent-soft" />
          <path
            d={`M15 ${top + 12}v56`}
            className="stroke-accent"
            strokeWidth="5"
            strokeLinecap="round"
          />
        </>
      ) : (
        <path d={`M28 ${top - 2}h584`} className="stroke-line" strokeWidth="1.5" />
      )}
      <Words x={34} y={top + 35} size={22} weight={600}>
        {supplier}
      </Words>
      <Words x={34} y={top + 61} size={18} tone="soft">
        {order}
      </Words>
      <Words x={450} y={top + 49} size={23} weight={600} anchor="end">
        {amount}
      </Words>
      <Pill x={488} y={top + 25} width={118} look={isFirst ? "accent" : "plain"}>
        {wait}
      </Pill>
    </>
  );
}
