import { Initials, Pill, Screen, Words } from "./screen-kit";

const FACTS = [
  { name: "Phone", value: "(555) 010-0177" },
  { name: "Home", value: "14 Millrace Lane" },
  { name: "Best time", value: "evenings, after eight" },
] as const;

/** broodbook: one relative's card. */
export function BroodbookPerson({ label }: { label: string }) {
  return (
    <Screen label={label} title="Clara Whitfield" aside="moved in May">
      <Initials x={88} y={136} radius={54} look="accent">
        Cl
      </Initials>
      <Words x={166} y={126} size={26} weight={600}>
        Aunt to Theo and Ida
      </Words>
      <Pill x={166} y={144} width={96}>
        Letters
      </Pill>
      <Pill x={272} y={144} width={78}>
        Calls
      </Pill>
      <Pill x={360} y={144} width={148}>
        No messages
      </Pill>
      {FACTS.map(({ name, value }, index) => (
        <g key={name}>
          <path d={`M28 ${216 + index * 52}h316`} className="stroke-line" strokeWidth="1.5" />
          <Words x={28} y={249 + index * 52} size={18} tone="soft">
            {name}
          </Words>
          <Words x={128} y={249 + index * 52} size={20} weight={600}>
            {value}
          </Words>
        </g>
      ))}
      <Words x={28} y={403} size={18} tone="danger" weight={600}>
        Allergic to hazelnuts
      </Words>
      <rect x="380" y="206" width="232" height="104" rx="12" className="fill-accent" />
      <Words x={400} y={246} size={25} weight={600} tone="on-accent">
        Birthday
      </Words>
      <Words x={400} y={282} size={20} tone="on-accent">
        in six days, turns 48
      </Words>
      <rect x="380" y="322" width="232" height="84" rx="12" className="fill-sunken" />
      <Words x={400} y={356} size={20} weight={600}>
        Anniversary
      </Words>
      <Words x={400} y={384} size={18} tone="soft">
        August 9th, with Paul
      </Words>
    </Screen>
  );
}
