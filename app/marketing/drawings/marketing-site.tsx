import { Screen, Words } from "./screen-kit";

/** The wine merchant's site: one bottle, one sentence, one price. */
export function MarketingSite({ label }: { label: string }) {
  return (
    <Screen label={label} title="Orchard & Vine" aside="Shop  ·  Tastings">
      <rect x="2" y="63" width="270" height="365" className="fill-accent-soft" />
      <path
        d="M118 390V196c0-22 14-26 14-52V92h20v52c0 26 14 30 14 52v194z"
        className="fill-accent"
      />
      <path d="M129 84h26v22h-26z" className="fill-accent-strong" />
      <rect x="118" y="246" width="48" height="84" className="fill-surface" />
      <path d="M128 268h28M128 284h20M128 308h28" className="stroke-accent" strokeWidth="5" />
      <path d="M40 391h204" className="stroke-accent" strokeWidth="4" strokeLinecap="round" />
      <Words x={308} y={142} size={36} weight={500}>
        A red for rainy
      </Words>
      <Words x={308} y={184} size={36} weight={500}>
        Sundays
      </Words>
      <Words x={308} y={228} size={19} tone="soft">
        Plum, smoke, a little stubborn.
      </Words>
      <Words x={308} y={254} size={19} tone="soft">
        Opens up while you cook.
      </Words>
      <Words x={308} y={326} size={32} weight={600}>
        $24
      </Words>
      <rect x="398" y="290" width="150" height="54" rx="9" className="fill-accent" />
      <Words x={473} y={324} size={20} weight={600} tone="on-accent" anchor="middle">
        Reserve
      </Words>
    </Screen>
  );
}
