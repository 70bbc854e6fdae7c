/** The card form and Stripe's test cards (Stripe: Testing, Use test cards). */
import { html, raw } from "hono/html";
import type { Markup } from "local-kit";
import type { Card } from "../billing/customers.ts";

/** The submitted form values, redisplayed after an error. */
export interface CardInput {
  cardNumber: string;
  expiry: string;
  cvc: string;
  name: string;
}

type CardCheck =
  | { outcome: "accepted"; card: Card }
  | { outcome: "authenticate"; card: Card }
  | { outcome: "rejected"; message: string };

const DECLINES_LATER = "4000000000000341";
const AUTHENTICATED = "4000002500003155";
/** Declined cards: Checkout's message, and what the table of test cards says. */
const DECLINED = new Map([
  ["4000000000000002", { message: "Your card was declined.", outcome: "Declined" }],
  [
    "4000000000009995",
    { message: "Your card has insufficient funds.", outcome: "Declined: insufficient funds" },
  ],
  ["4000000000000069", { message: "Your card has expired.", outcome: "Declined: expired card" }],
]);
/** Cards that pay, and their brands. */
const BRANDS = new Map([
  ["4242424242424242", "visa"],
  ["5555555555554444", "mastercard"],
  ["378282246310005", "amex"],
  [DECLINES_LATER, "visa"],
  [AUTHENTICATED, "visa"],
]);

/** Validates the card form. `now` is in Unix seconds. */
export function checkCard(input: CardInput, now: number): CardCheck {
  const digits = input.cardNumber.replace(/[\s-]/g, "");
  const brand = BRANDS.get(digits);
  const decline = DECLINED.get(digits);
  if (!brand && !decline) return rejected("Your card number is invalid.");
  const expiry = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(input.expiry);
  if (!expiry) return rejected("Your card’s expiration date is incomplete.");
  const [expMonth, expYear] = [Number(expiry[1]), 2000 + Number(expiry[2])];
  if (Date.UTC(expYear, expMonth) / 1000 <= now) {
    return rejected("Your card’s expiration date is in the past.");
  }
  if (!/^\d{3,4}$/.test(input.cvc.trim())) {
    return rejected("Your card’s security code is incomplete.");
  }
  if (input.name.trim() === "") return rejected("Enter the name on the card.");
  if (!brand) return rejected(decline?.message ?? "Your card was declined.");
  const card: Card = {
    brand,
    last4: digits.slice(-4),
    expMonth,
    expYear,
    declinesLater: digits === DECLINES_LATER,
    name: input.name.trim(),
  };
  return { outcome: digits === AUTHENTICATED ? "authenticate" : "accepted", card };
}

function rejected(message: string): CardCheck {
  return { outcome: "rejected", message };
}

export function readCardInput(form: FormData): CardInput {
  return {
    cardNumber: textField(form, "cardNumber"),
    expiry: textField(form, "expiry"),
    cvc: textField(form, "cvc"),
    name: textField(form, "name"),
  };
}

/** A form field's text; empty when it is missing or a file. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export function cardFields(input: CardInput): Markup {
  return html`<label>Card number<input name="cardNumber" value="${input.cardNumber}" required
inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"></label>
<div class="columns" style="gap:1rem;margin:.75rem 0;grid-template-columns:1fr 1fr">
<label>Expiry<input name="expiry" value="${input.expiry}" required
inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"></label>
<label>CVC<input name="cvc" value="${input.cvc}" required
inputmode="numeric" autocomplete="cc-csc" placeholder="123"></label>
</div>
<label>Name on card<input name="name" value="${input.name}" required autocomplete="cc-name"></label>`;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Markup {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`${inputs}`;
}

const EXAMPLES = new Map([
  ["4242424242424242", "Pays"],
  [AUTHENTICATED, "Pays after 3-D Secure"],
  [DECLINES_LATER, "Declined at renewal"],
  ...Array.from(DECLINED, ([digits, { outcome }]) => [digits, outcome] as const),
]);

/** A row for each test card. `action` is the button that enters its number. */
function testCards(action?: (number: string) => Markup): Markup {
  const rows = Array.from(EXAMPLES, ([digits, outcome]) => {
    const number = digits.replace(/(.{4})(?=.)/g, "$1 ");
    return html`<tr><td style="white-space:nowrap"><code style="font-size:.875rem;font-variant-numeric:tabular-nums">${number}</code></td><td>${outcome}</td>${action && html`<td class="amount">${action(number)}</td>`}</tr>`;
  });
  return html`<table>${rows}</table>
<p class="muted">Any future date, any CVC, and any name. Other card numbers are rejected.</p>`;
}

const FILL_CARD = `
addEventListener("click", ({ target }) => {
  const { form, dataset: { card } } = target;
  if (!card) return;
  const { cardNumber, expiry, cvc, name } = form.elements;
  cardNumber.value = card;
  expiry.value = "12 / 40";
  cvc.value = "123";
  name.value ||= "Test Person";
});
`;

/** What the common test cards do. */
export const TEST_CARDS_HELP = testCards();

/** The test cards, which fill in the form that they stand in, or the one with the id `form`. */
export function testCardTable(form?: string): Markup {
  const owner = form === undefined ? null : html`form="${form}"`;
  const fillIn = (number: string) =>
    html`<button type="button" class="link" ${owner} data-card="${number}" aria-label="Fill in ${number}">Fill in</button>`;
  return html`<script>${raw(FILL_CARD)}</script>
<details class="small" open><summary style="margin-bottom:.5rem">Test cards</summary>${testCards(fillIn)}</details>`;
}
