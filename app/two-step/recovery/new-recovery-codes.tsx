import { newRecoveryCodes as content } from "~/content/auth/two-step";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { TWO_STEP_PATH } from "../two-step";

/** New codes, shown once, to download or print. Printing leaves out the rest of the page. */
export function NewRecoveryCodes({
  codes,
  result,
}: {
  codes: readonly string[];
  result: FormResult | undefined;
}) {
  return (
    <Card>
      <h2 className="text-subheading">{content.title}</h2>
      <div className="mt-4 grid gap-5">
        {result?.message ? (
          <Alert type={result.status} hasFocus>
            {result.message}
          </Alert>
        ) : null}
        <p>
          {content.lead} <strong>{content.shownOnce}</strong> {content.instructions}
        </p>
        <ul
          data-recovery-codes
          className="grid gap-x-8 gap-y-2 rounded-control border border-line bg-sunken px-4 py-3 font-semibold tabular-nums max-sm:px-2.5 max-sm:text-[0.8125rem] sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3 print:hidden">
          {/* A data URL, so the codes are in no request that could be logged. */}
          <a href={textFile(codes)} download={`${content.title}.txt`} className={buttonClass()}>
            {content.download}
          </a>
          <Button
            type="button"
            variant="secondary"
            className="noscript:hidden"
            onClick={() => window.print()}
          >
            {content.print}
          </Button>
          <ButtonLink to={TWO_STEP_PATH} variant="quiet">
            {content.done}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

function textFile(codes: readonly string[]): string {
  const lines = [content.title, content.lead, ...codes];
  return `data:text/plain;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
}
