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

/** The middle of each generation's circles. */
const ROWS = { parents: 108, children: 224, grandchildren: 348 } as const;
/** Where the thread to the children parts, and where that to the grandchildren starts, below a name, and parts. */
const FIRST_FORK = 182;
const NAME_END = 288;
const SECOND_FORK = 303;
const ELBOW = 12;

/** broodbook: three generations, tied together. */
export function BroodbookFamily({ label }: { label: string }) {
  return (
    <Screen label={label} title="The Whitfields" aside="11 households">
      <g fill="none" className="stroke-line-strong" strokeWidth="3">
        <path d={`M256 ${ROWS.parents}h128M320 ${ROWS.parents}V${FIRST_FORK}`} />
        {CHILDREN.map(({ name, x }) => (
          <path key={name} d={`M320 ${FIRST_FORK}${branch(320, x, ROWS.children)}`} />
        ))}
        {GRANDCHILDREN.map(({ name, x, parent }) => (
          <path
            key={name}
            d={`M${parent} ${NAME_END}V${SECOND_FORK}${branch(parent, x, ROWS.grandchildren)}`}
          />
        ))}
      </g>
      <path
        d={`M320 ${ROWS.parents}V${FIRST_FORK}${branch(320, 520, ROWS.children)}`}
        fill="none"
        className="stroke-accent"
        strokeWidth="4.5"
        strokeLinejoin="round"
      />
      <Member x={256} y={ROWS.parents} name="Ada" />
      <Member x={384} y={ROWS.parents} name="Joseph" />
      {CHILDREN.map(({ name, x }) => (
        <Member key={name} x={x} y={ROWS.children} name={name} isChosen={name === "Clara"} />
      ))}
      {GRANDCHILDREN.map(({ name, x }) => (
        <Member key={name} x={x} y={ROWS.grandchildren} name={name} />
      ))}
    </Screen>
  );
}

/** On from a fork: along its level and down to a circle, with a round corner. */
function branch(fromX: number, toX: number, toY: number): string {
  if (fromX === toX) return `V${toY}`;
  const side = Math.sign(toX - fromX);
  return `H${toX - side * ELBOW}q${side * ELBOW} 0 ${side * ELBOW} ${ELBOW}V${toY}`;
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
