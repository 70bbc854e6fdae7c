import { useFetcher } from "react-router";
import { AccountField } from "~/auth/account-field";
import { TextLink } from "~/ui/button";

/** What a better plan would put here; shown until it is hidden, which the browser remembers. */
export function ShelfNote() {
  const fetcher = useFetcher();
  if (fetcher.formData) return null;
  return (
    <aside
      aria-label="Featured items"
      className="flex items-start gap-x-2 rounded-control border border-line-strong border-dashed py-1.5 ps-4 pe-1.5 text-ink-soft text-sm"
    >
      <p className="min-w-0 flex-1 py-2.5">
        With Pro or Business, the items you star stand on a shelf here, above your list.{" "}
        <TextLink to="/pricing">See the plans</TextLink>
      </p>
      <fetcher.Form method="post" action="/dashboard">
        <AccountField />
        <button
          type="submit"
          name="intent"
          value="hide-note"
          className="min-h-11 rounded-control px-3 font-semibold text-ink hover:bg-sunken"
        >
          Hide
        </button>
      </fetcher.Form>
    </aside>
  );
}
