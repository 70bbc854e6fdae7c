/** The card form and Stripe's test cards (Stripe: Testing, Use test cards). */
import { escapeHtml } from "../../ui/page.ts";
import type { Card } from "../billing/customers.ts";

/** What a person typed, kept as typed so that a mistake costs no retyping. */
export interface CardInput {
  cardNumber: string;
  expiry: string;
  cvc: string;
  name: string;
}

export type CardCheck =
  | { outcome: "accepted"; card: Card }
  | { outcome: "authenticate"; card: Card }
  | { outcome: "refused"; message: string };

const PAYS = "4242424242424242";
const DECLINED = "4000000000000002";
const ASKS_FOR_3D_SECURE = "4000002500003155";
const DECLINES_LATER = "4000000000000341";
const TEST_CARDS = [PAYS, DECLINED, ASKS_FOR_3D_SECURE, DECLINES_LATER];

/** Reads the card form. `now` is in Unix seconds. */
export function checkCard(input: CardInput, now: number): CardCheck {
  const digits = input.cardNumber.replace(/[\s-]/g, "");
  if (!TEST_CARDS.includes(digits)) return refused("Your card number is invalid.");
  const expiry = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(input.expiry);
  if (!expiry) return refused("Your card’s expiration date is incomplete.");
  const [expMonth, expYear] = [Number(expiry[1]), 2000 + Number(expiry[2])];
  if (Date.UTC(expYear, expMonth) / 1000 <= now) {
    return refused("Your card’s expiration date is in the past.");
  }
  if (!/^\d{3,4}$/.test(input.cvc.trim())) {
    return refused("Your card’s security code is incomplete.");
  }
  if (input.name.trim() === "") return refused("Enter the name on the card.");
  if (digits === DECLINED) return refused("Your card was declined.");
  const card: Card = {
    brand: "visa",
    last4: digits.slice(-4),
    expMonth,
    expYear,
    declinesLater: digits === DECLINES_LATER,
    name: input.name.trim(),
  };
  return { outcome: digits === ASKS_FOR_3D_SECURE ? "authenticate" : "accepted", card };
}

function refused(message: string): CardCheck {
  return { outcome: "refused", message };
}

export function readCardInput(form: FormData): CardInput {
  return {
    cardNumber: textField(form, "cardNumber"),
    expiry: textField(form, "expiry"),
    cvc: textField(form, "cvc"),
    name: textField(form, "name"),
  };
}

/** A field's text; empty when it is missing or a file. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export function cardFieldsHtml(input: CardInput): string {
  const field = (label: string, name: keyof CardInput, attributes: string): string =>
    `<label>${label}<input name="${name}" value="${escapeHtml(input[name])}" required ${attributes}></label>`;
  return [
    field(
      "Card number",
      "cardNumber",
      'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"',
    ),
    `<div class="columns" style="gap:0 1rem;grid-template-columns:1fr 1fr">`,
    field("Expiry", "expiry", 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"'),
    field("CVC", "cvc", 'inputmode="numeric" autocomplete="cc-csc" placeholder="123"'),
    `</div>`,
    field("Name on card", "name", 'autocomplete="cc-name"'),
  ].join("\n");
}

/** The same input as hidden fields, for the step in between. */
export function hiddenCardFieldsHtml({ cardNumber, expiry, cvc, name }: CardInput): string {
  return hiddenFieldsHtml({ cardNumber, expiry, cvc, name });
}

export function hiddenFieldsHtml(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
}

export const TEST_CARDS_HTML = `<details class="small muted"><summary>Test cards</summary>
<table>
<tr><td><code>4242 4242 4242 4242</code></td><td>pays</td></tr>
<tr><td><code>4000 0025 0000 3155</code></td><td>asks for 3-D Secure</td></tr>
<tr><td><code>4000 0000 0000 0002</code></td><td>is declined</td></tr>
<tr><td><code>4000 0000 0000 0341</code></td><td>is accepted, then declined at renewal</td></tr>
</table>
<p>Any later date, any three digits, any name.</p></details>`;
