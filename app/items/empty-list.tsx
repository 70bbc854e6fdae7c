import { AccountField } from "~/auth/account-field";
import { Button } from "~/ui/button";

const EXAMPLES = ["Call the supplier back", "Winter collection", "Sample 14, undyed"];

/** An invitation in the place of the list: what items are for, and three that one click adds. */
export function EmptyList({ onAdd }: { onAdd: (name: string) => void }) {
  return (
    <div className="grid justify-items-center gap-6 rounded-card border border-line-strong border-dashed px-6 py-12 text-center">
      <div aria-hidden="true" className="stitch w-24" />
      <div className="grid max-w-sm gap-2">
        <p className="text-balance font-medium">
          Nothing yet. Click the button to add your first item.
        </p>
        <p className="text-balance text-ink-soft">
          An item is a line of your own: a task, a thing you sell, a name to remember. Start with
          one of these, if you like:
        </p>
      </div>
      <form
        method="post"
        className="flex flex-wrap justify-center gap-2"
        onSubmit={(event) => {
          const button = event.nativeEvent.submitter;
          if (!(button instanceof HTMLButtonElement)) return;
          event.preventDefault();
          onAdd(button.value);
        }}
      >
        <AccountField />
        <input type="hidden" name="intent" value="create" />
        {EXAMPLES.map((name) => (
          <Button key={name} variant="secondary" name="name" value={name}>
            {name}
          </Button>
        ))}
      </form>
    </div>
  );
}
