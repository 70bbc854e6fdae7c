const SIZES = { small: "size-4 border-2", large: "size-10 border-4" } as const;

/** Something is on its way. The label is read out, not shown. */
export function Spinner({ size, label = "Loading" }: { size: keyof typeof SIZES; label?: string }) {
  return (
    <span role="status" className="inline-flex">
      <span
        aria-hidden="true"
        className={`${SIZES[size]} animate-spin rounded-full border-current border-t-transparent`}
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** For what is mostly there before it would be seen: after 300 ms, on the left of its parent. */
export function Waiting() {
  return (
    <span className="-translate-y-1/2 absolute top-1/2 right-full mr-3 inline-flex text-accent transition-opacity delay-300 starting:opacity-0">
      <Spinner size="small" />
    </span>
  );
}

/** Stands in for the next page of a list. */
export function ListSpinner() {
  return (
    <div className="mt-5 grid place-items-center py-1 text-accent">
      <Spinner size="large" label="Loading more items" />
    </div>
  );
}

/** Stands in for a page whose data is on its way: 400 px high, spinner in the middle. */
export function PageSpinner() {
  return (
    <div className="grid h-[400px] place-items-center text-accent">
      <Spinner size="large" />
    </div>
  );
}
