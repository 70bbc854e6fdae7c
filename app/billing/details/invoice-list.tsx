import { invoiceList } from "~/content/billing/billing-details";
import { formatMoment } from "~/content/dated-text";
import { LocalTime, useTimeZone } from "~/ui/time/local-time";
import type { InvoiceLine } from "./billing-details";

/** The latest invoices, each with links to Stripe's page and PDF. */
export function InvoiceList({ invoices }: { invoices: readonly InvoiceLine[] }) {
  if (invoices.length === 0) return invoiceList.empty;
  return (
    <ul className="grid gap-2">
      {invoices.map((invoice) => (
        <li key={invoice.id} className="flex justify-between gap-x-4 tabular-nums">
          <span className="flex flex-wrap gap-x-3">
            <LocalTime {...invoice.date} />
            <span>{invoice.amount}</span>
            <span className="text-ink-soft">{invoice.status}</span>
          </span>
          <span className="flex gap-x-3">
            <InvoiceLink
              invoice={invoice}
              to={invoice.url}
              label={invoice.isOpen ? invoiceList.pay : invoiceList.view}
            />
            <InvoiceLink invoice={invoice} to={invoice.pdf} label={invoiceList.pdf} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface InvoiceLinkProps {
  readonly invoice: InvoiceLine;
  readonly to: string | null;
  readonly label: string;
}

function InvoiceLink({ invoice, to, label }: InvoiceLinkProps) {
  const date = formatMoment(invoice.date, useTimeZone());
  return to === null ? null : (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="link"
      aria-label={invoiceList.label(label, date, invoice.amount)}
    >
      {label}
    </a>
  );
}
