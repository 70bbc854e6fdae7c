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

/** Stands in for a page whose data is on its way: 400 px high, spinner in the middle. */
export function PageSpinner() {
  return (
    <div className="grid h-[400px] place-items-center text-accent">
      <Spinner size="large" />
    </div>
  );
}
