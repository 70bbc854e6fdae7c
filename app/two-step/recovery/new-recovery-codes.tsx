import { useRef, useState } from "react";
import { href, useBeforeUnload, useBlocker } from "react-router";
import { brand } from "~/content/brand";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { copyText } from "~/ui/browser-features";
import { Button, ButtonLink, buttonClass } from "~/ui/button";

const TITLE = `Your recovery codes for ${brand.name}`;
const LEAD = "Each of these codes lets you in once without your authenticator app.";

/** New codes, shown once, to download or copy. Asks before they are left unsaved. */
export function NewRecoveryCodes({
  codes,
  result,
}: {
  codes: readonly string[];
  result: FormResult | undefined;
}) {
  const setSaved = useAskToSave();
  return (
    <section className="card grid gap-5">
      <h2 className="text-subheading">{TITLE}</h2>
      {result?.message ? (
        <Alert type={result.status} hasFocus>
          {result.message}
        </Alert>
      ) : null}
      <p>
        {LEAD} <strong>They are shown only once.</strong> Download or copy them, and store them
        somewhere other than your phone.
      </p>
      <ol
        data-recovery-codes
        className="grid list-decimal gap-y-2 rounded-control border border-line bg-sunken py-3 ps-12 pe-4 font-mono font-semibold"
      >
        {codes.map((code) => (
          <li key={code}>
            <span className="select-all">{code}</span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {/* A data URL, so the codes are in no request that could be logged. */}
        <a
          href={textFile(codes)}
          download={`${TITLE}.txt`}
          className={buttonClass()}
          onClick={setSaved}
        >
          Download
        </a>
        <CopyButton text={codes.join("\n")} onCopied={setSaved} />
        <ButtonLink to={href("/settings/two-step")} variant="secondary" onClick={setSaved}>
          I’ve saved them
        </ButtonLink>
      </div>
    </section>
  );
}

/** Asks before the page is left, until the returned function is called. */
function useAskToSave(): () => void {
  const isSaved = useRef(false);
  useBlocker(() => !isSaved.current && !confirm("Leave without saving your recovery codes?"));
  useBeforeUnload((event) => {
    if (!isSaved.current) event.preventDefault();
  });
  return () => {
    isSaved.current = true;
  };
}

function CopyButton({ text, onCopied }: { text: string; onCopied: () => void }) {
  const [label, setLabel] = useState("Copy");
  const copy = async () => {
    const isCopied = await copyText(text);
    if (isCopied) onCopied();
    setLabel(isCopied ? "Copied" : "Couldn’t copy");
  };
  return (
    <Button type="button" variant="secondary" className="noscript:hidden" onClick={copy}>
      <span aria-live="polite">{label}</span>
    </Button>
  );
}

function textFile(codes: readonly string[]): string {
  const lines = [TITLE, LEAD, ...codes];
  return `data:text/plain;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
}
