import { Initials, Pill, Screen, Words } from "./screen-kit";

const STUDENTS = [
  { name: "Amara", weeks: [1, 1, 1, 1, 1, 1], state: "on course" },
  { name: "Bruno", weeks: [1, 1, 0, 1, 0, 0], state: "call" },
  { name: "Celine", weeks: [1, 0, 1, 1, 1, 1], state: "on course" },
] as const;

/** The evening school: who came, and who needs a call. */
export function Education({ label }: { label: string }) {
  return (
    <Screen label={label} title="Spanish, level two" aside="Tuesday">
      <Words x={28} y={106} size={18} tone="soft">
        The last six evenings
      </Words>
      {STUDENTS.map((student, index) => (
        <Row key={student.name} {...student} y={166 + index * 92} />
      ))}
    </Screen>
  );
}

function Row({ name, weeks, state, y }: (typeof STUDENTS)[number] & { y: number }) {
  const needsCall = state === "call";
  return (
    <>
      <path d={`M28 ${y - 44}h584`} className="stroke-line" strokeWidth="1.5" />
      <Initials x={56} y={y + 2} radius={28} look="soft">
        {name.slice(0, 2)}
      </Initials>
      <Words x={100} y={y + 10} size={22} weight={600}>
        {name}
      </Words>
      {weeks.map((present, week) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no name but their place
          key={week}
          x={206 + week * 40}
          y={y - 15}
          width="32"
          height="34"
          rx="6"
          strokeWidth="2"
          className={present ? "fill-accent stroke-accent" : "fill-surface stroke-line-strong"}
        />
      ))}
      <Pill x={480} y={y - 14} width={126} look={needsCall ? "danger" : "success"}>
        {needsCall ? "call today" : state}
      </Pill>
    </>
  );
}
