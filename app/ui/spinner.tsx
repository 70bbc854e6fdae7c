const SIZES = { small: "size-4 border-2", large: "size-10 border-4" } as const;

/** Loading indicator. The label is for screen readers only. */
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

/** Placeholder for a loading page: 400 px high, with a centered spinner. */
export function PageSpinner() {
  return (
    <div className="grid h-[400px] place-items-center text-accent">
      <Spinner size="large" />
    </div>
  );
}
