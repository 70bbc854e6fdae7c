import { Link } from "react-router";

export interface FilterOption {
  readonly to: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Links between views of one page, one of them current. */
export function Filter({ label, options }: { label: string; options: readonly FilterOption[] }) {
  return (
    <nav aria-label={label} className="filter">
      {options.map(({ to, label: text, isCurrent }) => (
        <Link key={text} to={to} aria-current={isCurrent}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
