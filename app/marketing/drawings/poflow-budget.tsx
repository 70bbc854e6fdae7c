import { Screen, Words } from "./screen-kit";

/** Shares of the budget, in percent. */
const DEPARTMENTS = [
  { name: "Workshop", spent: 68, promised: 24 },
  { name: "Showroom", spent: 34, promised: 12 },
  { name: "Shipping", spent: 48, promised: 9 },
  { name: "Office", spent: 22, promised: 5 },
] as const;

const LEFT = 150;
const PER_PERCENT = 3.9;

/** POFlow: what each department has spent, promised and left. */
export function PoflowBudget({ label }: { label: string }) {
  return (
    <Screen label={label} title="Budget" aside="March, all departments">
      <defs>
        <pattern
          id="promised"
          width="9"
          height="9"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="9" height="9" className="fill-accent-soft" />
          <path d="M2 0v9" className="stroke-accent" strokeWidth="3" />
        </pattern>
      </defs>
      <path
        d={`M${LEFT + 100 * PER_PERCENT} 82v254`}
        className="stroke-line-strong"
        strokeWidth="2"
        strokeDasharray="6 6"
      />
      {DEPARTMENTS.map((department, index) => (
        <Bar key={department.name} {...department} y={92 + index * 64} />
      ))}
      <path d="M28 352h584" className="stroke-line" strokeWidth="1.5" />
      <rect x="28" y="380" width="22" height="22" rx="4" className="fill-accent" />
      <Words x={60} y={398} tone="soft" size={18}>
        spent
      </Words>
      <rect x="136" y="380" width="22" height="22" rx="4" fill="url(#promised)" />
      <Words x={168} y={398} tone="soft" size={18}>
        promised
      </Words>
      <Words x={612} y={398} size={18} weight={600} tone="danger" anchor="end">
        Workshop: $6,200 left
      </Words>
    </Screen>
  );
}

function Bar({ name, spent, promised, y }: (typeof DEPARTMENTS)[number] & { y: number }) {
  const total = spent + promised;
  return (
    <>
      <Words x={28} y={y + 27} size={20} weight={600}>
        {name}
      </Words>
      <rect x={LEFT} y={y} width={100 * PER_PERCENT} height="40" rx="6" className="fill-sunken" />
      <rect x={LEFT} y={y} width={total * PER_PERCENT} height="40" rx="6" fill="url(#promised)" />
      <rect x={LEFT} y={y} width={spent * PER_PERCENT} height="40" rx="6" className="fill-accent" />
      <Words
        x={612}
        y={y + 27}
        size={20}
        weight={600}
        tone={total > 90 ? "danger" : "ink"}
        anchor="end"
      >
        {`${total}%`}
      </Words>
    </>
  );
}
