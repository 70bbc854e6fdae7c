import { brand } from "~/content/brand";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { TWO_STEP_PATH } from "../two-step";

const TITLE = `Your recovery codes for ${brand.name}`;
const EXPLANATION = "Each of these codes lets you in once without your authenticator app.";

/** Codes that have just been made, shown once: to be downloaded, or printed without the rest of the page. */
export function NewRecoveryCodes({
  codes,
  result,
}: {
  codes: readonly string[];
  result: FormResult | undefined;
}) {
  return (
    <Card>
      <h2 className="text-subheading">{TITLE}</h2>
      <div className="mt-4 grid gap-5">
        {result?.message ? (
          <Alert type={result.status} hasFocus>
            {result.message}
          </Alert>
        ) : null}
        <p>
          {EXPLANATION} <strong>They are shown only now:</strong> download or print them, and keep
          them where your phone is not.
        </p>
        <ul
          data-recovery-codes
          className="grid gap-x-8 gap-y-2 rounded-control border border-line bg-sunken px-4 py-3 font-semibold tabular-nums max-sm:text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3 print:hidden">
          {/* The file is in the link itself, so nothing that could be logged is asked for. */}
          <a href={textFile(codes)} download={`${TITLE}.txt`} className={buttonClass()}>
            Download
          </a>
          <Button
            type="button"
            variant="secondary"
            className="noscript:hidden"
            onClick={() => window.print()}
          >
            Print
          </Button>
          <ButtonLink to={TWO_STEP_PATH} variant="quiet">
            I have kept them
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

function textFile(codes: readonly string[]): string {
  const lines = [TITLE, EXPLANATION, ...codes];
  return `data:text/plain;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
}
