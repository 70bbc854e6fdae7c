import { formatMoment } from "~/ui/time/dated-text";
import { ReaderTime, useTimeZone } from "~/ui/time/reader-time";
import type { InvoiceLine } from "./billing-details";

/** The last invoices, each with links to where Stripe shows it. */
export function InvoiceList({ invoices }: { invoices: readonly InvoiceLine[] }) {
  if (invoices.length === 0) return "None yet";
  return (
    <ul className="grid gap-2">
      {invoices.map((invoice) => (
        <li key={invoice.id} className="flex justify-between gap-x-4 tabular-nums">
          <span className="flex flex-wrap gap-x-3">
            <ReaderTime {...invoice.day} />
            <span>{invoice.amount}</span>
            <span className="text-ink-soft">{invoice.status}</span>
          </span>
          <span className="flex gap-x-3">
            <DocumentLink
              invoice={invoice}
              to={invoice.url}
              what={invoice.isOpen ? "Pay" : "View"}
            />
            <DocumentLink invoice={invoice} to={invoice.pdf} what="PDF" />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface DocumentLinkProps {
  readonly invoice: InvoiceLine;
  readonly to: string | null;
  readonly what: string;
}

/** Stripe's pages need no referrer. */
function DocumentLink({ invoice, to, what }: DocumentLinkProps) {
  const day = formatMoment(invoice.day, useTimeZone());
  return to === null ? null : (
    <a
      href={to}
      rel="noreferrer"
      className="link"
      aria-label={`${what}: invoice of ${day}, ${invoice.amount}`}
    >
      {what}
    </a>
  );
}
