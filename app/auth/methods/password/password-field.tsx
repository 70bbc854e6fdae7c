import { useState } from "react";
import { FieldFrame, type FieldProps, useControl } from "~/ui/field";

/** A password field with a toggle to show it, which is hidden without JavaScript. */
export function PasswordField({ label, error, hint, ...input }: Omit<FieldProps, "type">) {
  const control = useControl(error, hint);
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...{ label, error, hint }} id={control.id}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...control}
          type={isShown ? "text" : "password"}
          className="control pr-20 noscript:pr-3.5"
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={control.id}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-1 right-1 min-w-14 rounded-control px-2.5 font-semibold text-ink-soft text-sm hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-strong noscript:hidden"
        >
          Show
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
    </FieldFrame>
  );
}
