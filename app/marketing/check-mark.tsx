/** A tick that says nothing by itself: the words beside it do. */
export function CheckMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="mt-1 size-5" fill="none">
      <path d="m4 10.5 4 4 8-9" className="stroke-accent" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
