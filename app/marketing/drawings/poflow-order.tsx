import { Screen, Words } from "./screen-kit";

const CHAIN = [
  { name: "Ines", state: "asked on Monday", done: true },
  { name: "Marcus", state: "approved, 9:12", done: true },
  { name: "Priya", state: "your turn", done: false },
  { name: "Finance", state: "comes next", done: false },
] as const;

const LINES = [
  ["Sheet steel, 2 mm", "$12,900"],
  ["Cutting to plan", "$4,150"],
  ["Delivery", "$1,350"],
] as const;

const TURN = 2;
const CHAIN_TOP = 112;
const CHAIN_STEP = 84;

/** POFlow: one order and the chain of people who sign it, strung on one thread. */
export function PoflowOrder({ label }: { label: string }) {
  return (
    <Screen label={label} title="Order 2041" aside="Keller Steel">
      <Words x={28} y={104} size={18} tone="soft">
        Total
      </Words>
      <Words x={28} y={152} size={46} weight={500}>
        $18,400
      </Words>
      {LINES.map(([name, amount], index) => (
        <g key={name}>
          <path d={`M28 ${184 + index * 48}h316`} className="stroke-line" strokeWidth="1.5" />
          <Words x={28} y={215 + index * 48} size={18}>
            {name}
          </Words>
          <Words x={344} y={215 + index * 48} size={18} weight={600} anchor="end">
            {amount}
          </Words>
        </g>
      ))}
      <rect x="28" y="350" width="142" height="52" rx="9" className="fill-accent" />
      <Words x={99} y={383} size={20} weight={600} tone="on-accent" anchor="middle">
        Approve
      </Words>
      <rect
        x="184"
        y="350"
        width="160"
        height="52"
        rx="9"
        className="fill-surface stroke-line-strong"
        strokeWidth="1.5"
      />
      <Words x={264} y={383} size={20} weight={600} anchor="middle">
        Ask first
      </Words>
      {/* As wide as the window inside its frame, whose corner it follows. */}
      <path d="M376 63h262v350a15 15 0 0 1-15 15H376z" className="fill-sunken" />
      <Thread />
      {CHAIN.map((person, index) => (
        <Signature key={person.name} {...person} index={index} />
      ))}
    </Screen>
  );
}

function Thread() {
  const turn = CHAIN_TOP + TURN * CHAIN_STEP;
  const end = CHAIN_TOP + (CHAIN.length - 1) * CHAIN_STEP;
  return (
    <>
      <path
        d={`M424 ${turn}V${end}`}
        className="stroke-line-strong"
        strokeWidth="3"
        strokeDasharray="7 6"
      />
      <path d={`M424 62V${turn}`} className="stroke-accent" strokeWidth="4" />
    </>
  );
}

function Signature({ name, state, done, index }: (typeof CHAIN)[number] & { index: number }) {
  const y = CHAIN_TOP + index * CHAIN_STEP;
  const isTurn = index === TURN;
  const ring = isTurn ? "fill-surface stroke-accent" : "fill-sunken stroke-line-strong";
  return (
    <>
      <circle
        cx="424"
        cy={y}
        r="18"
        className={done ? "fill-accent stroke-accent" : ring}
        strokeWidth={isTurn ? 5 : 2.5}
      />
      {done ? (
        <path
          d={`m416 ${y} 6 6 10-12`}
          fill="none"
          className="stroke-on-accent"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : null}
      <Words x={458} y={y - 3} size={21} weight={600}>
        {name}
      </Words>
      <Words
        x={458}
        y={y + 21}
        size={18}
        tone={isTurn ? "accent" : "soft"}
        weight={isTurn ? 600 : 400}
      >
        {state}
      </Words>
    </>
  );
}
