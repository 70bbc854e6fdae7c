import { Initials, Screen, Words } from "./screen-kit";

const CHILDREN = [
  { name: "Ruth", x: 120 },
  { name: "Samuel", x: 320 },
  { name: "Clara", x: 520 },
] as const;

const GRANDCHILDREN = [
  { name: "Theo", x: 64, parent: 120 },
  { name: "Ida", x: 176, parent: 120 },
  { name: "Jonas", x: 320, parent: 320 },
  { name: "Mila", x: 520, parent: 520 },
] as const;

/** Where the thread of the grandparents parts, below their names. */
const FIRST_FORK = 178;

/** broodbook: three generations, tied together. */
export function BroodbookFamily({ label }: { label: string }) {
  return (
    <Screen label={label} title="The Whitfields" aside="11 households">
      <g fill="none" className="stroke-line-strong" strokeWidth="2.5">
        <path d={`M256 108h128M320 108V${FIRST_FORK}`} />
        {CHILDREN.map(({ name, x }) => (
          <path key={name} d={descent(320, FIRST_FORK, x, 222)} />
        ))}
        {GRANDCHILDREN.map(({ name, x, parent }) => (
          <path key={name} d={descent(parent, 286, x, 346)} />
        ))}
      </g>
      <path
        d={`M320 108V${FIRST_FORK}${descent(320, FIRST_FORK, 520, 222)}`}
        fill="none"
        className="stroke-accent"
        strokeWidth="4.5"
      />
      <Member x={256} y={108} name="Ada" />
      <Member x={384} y={108} name="Joseph" />
      {CHILDREN.map(({ name, x }) => (
        <Member key={name} x={x} y={222} name={name} isChosen={name === "Clara"} />
      ))}
      {GRANDCHILDREN.map(({ name, x }) => (
        <Member key={name} x={x} y={346} name={name} />
      ))}
    </Screen>
  );
}

function descent(fromX: number, fromY: number, toX: number, toY: number): string {
  const bend = (fromY + toY) / 2;
  return `M${fromX} ${fromY}C${fromX} ${bend} ${toX} ${bend} ${toX} ${toY}`;
}

function Member({
  x,
  y,
  name,
  isChosen = false,
}: {
  x: number;
  y: number;
  name: string;
  isChosen?: boolean;
}) {
  const width = name.length * 11 + 12;
  return (
    <>
      {isChosen ? (
        <circle cx={x} cy={y} r="35" fill="none" className="stroke-accent" strokeWidth="3" />
      ) : null}
      <Initials x={x} y={y} radius={28} look={isChosen ? "accent" : "soft"}>
        {name.slice(0, 2)}
      </Initials>
      <rect x={x - width / 2} y={y + 36} width={width} height="27" className="fill-surface" />
      <Words x={x} y={y + 56} size={19} weight={600} anchor="middle">
        {name}
      </Words>
    </>
  );
}
