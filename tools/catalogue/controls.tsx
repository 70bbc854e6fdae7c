import { PasswordField } from "~/auth/password-field";
import { Button, ButtonLink, type ButtonVariant } from "~/ui/button";
import { Field, TextArea } from "~/ui/field";
import { Filter } from "~/ui/filter";
import { TextLink } from "~/ui/text-link";
import { Component, State } from "./specimen";
import { LONG_WORD, RIGHT_TO_LEFT } from "./texts";

const VARIANTS: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];
const ICONS = ["star", "star-filled", "plus", "search", "pencil", "bin"] as const;

/** What is pressed and filled in. */
export function Controls() {
  return (
    <>
      <Component name="Button">
        {VARIANTS.map((variant) => (
          <State key={variant} name={variant}>
            <div className="flex flex-wrap gap-3">
              <Button type="button" variant={variant}>
                Save
              </Button>
              <Button type="button" variant={variant} pending>
                Saving
              </Button>
              <Button type="button" variant={variant} disabled>
                Off
              </Button>
            </div>
          </State>
        ))}
        <State name="a link that looks like one">
          <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
        </State>
        <State name="a long word">
          <Button type="button">{LONG_WORD}</Button>
        </State>
      </Component>
      <Component name="Icon button">
        {ICONS.map((icon) => (
          <State key={icon} name={icon}>
            <button
              type="button"
              title={icon}
              aria-label={icon}
              className={`icon-button icon-${icon}`}
            />
          </State>
        ))}
      </Component>
      <Component name="Field">
        <State name="empty">
          <Field label="Name" name="empty" />
        </State>
        <State name="filled in, with a hint">
          <Field label="Email" name="hint" defaultValue="ann@example.com" hint="For mail only." />
        </State>
        <State name="refused">
          <Field label="Name" name="refused" error="Please enter your name" />
        </State>
        <State name="from right to left">
          <Field label="Name" name="rtl" dir="auto" defaultValue={RIGHT_TO_LEFT} />
        </State>
        <State name="a password">
          <PasswordField label="Password" name="password" defaultValue="correct" />
        </State>
        <State name="several lines">
          <TextArea label="Message" name="message" error="Please enter a message" />
        </State>
      </Component>
      <Component name="Filter">
        {["All", "Featured"].map((current) => (
          <State key={current} name={`${current} chosen`}>
            <Filter
              label={`Filter, ${current}`}
              options={["All", "Featured"].map((label) => ({
                to: `/${label}`,
                label,
                isCurrent: label === current,
              }))}
            />
          </State>
        ))}
      </Component>
      <Component name="Text link">
        <State name="in a sentence">
          <p>
            Please <TextLink to="/contact">write to us</TextLink>.
          </p>
        </State>
      </Component>
    </>
  );
}
