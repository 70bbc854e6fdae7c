import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { dated } from "~/ui/dated-text";
import { Disclosure } from "~/ui/disclosure";
import { ErrorMessage } from "~/ui/error-message";
import { LogoMark } from "~/ui/logo";
import { OnDemand } from "~/ui/on-demand";
import { ReaderText } from "~/ui/reader-text";
import { ReaderTime } from "~/ui/reader-time";
import { PageSpinner, Spinner } from "~/ui/spinner";
import { Component, State } from "./specimen";
import { LONG_WORD, RIGHT_TO_LEFT } from "./texts";

const never = () => new Promise<never>(() => {});

/** What tells, holds, or waits. */
export function Notices() {
  return (
    <>
      <Component name="Alert">
        <State name="success">
          <Alert type="success">Your profile has been updated</Alert>
        </State>
        <State name="error">
          <Alert type="error">We can't reach the server. Please try again.</Alert>
        </State>
        <State name="a long word, and one from right to left">
          <Alert type="success">
            <span className="wrap-anywhere">
              {LONG_WORD} <bdi>{RIGHT_TO_LEFT}</bdi>
            </span>
          </Alert>
        </State>
      </Component>
      <Component name="Spinner">
        <State name="small">
          <Spinner size="small" />
        </State>
        <State name="large">
          <Spinner size="large" />
        </State>
        <State name="a page">
          <PageSpinner />
        </State>
        <State name="a part that is fetched">
          <OnDemand load={never} waiting={<Spinner size="small" />}>
            {() => null}
          </OnDemand>
        </State>
      </Component>
      <Component name="Card">
        <State name="with a subject">
          <Card>
            <h3 className="text-subheading">Your data</h3>
            <p className="mt-3 text-ink-soft">Everything we hold about you.</p>
          </Card>
        </State>
        <State name="a time">
          <p>
            Last used on <ReaderTime iso="2026-11-20T20:15:00Z" to="minute" />, added on{" "}
            <ReaderTime iso="2026-11-20T20:15:00Z" to="day" />
          </p>
        </State>
        <State name="words with a time">
          <p>
            <ReaderText
              text={dated`It renews on ${{ iso: "2026-12-05T08:00:00Z", to: "day-of-this-year" }}.`}
            />
          </p>
        </State>
      </Component>
      <Component name="Disclosure">
        <State name="closed">
          <Disclosure summary="How long does it take?">It depends.</Disclosure>
        </State>
        <State name="the mark">
          <LogoMark />
        </State>
      </Component>
      <Component name="Error message">
        <State name="a page that is only that">
          <ErrorMessage title="The page /nowhere could not be found" />
        </State>
      </Component>
    </>
  );
}
