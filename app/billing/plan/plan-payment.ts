/** Sentences about a payment that went through, for pages and emails. */

/** `card` is null where it is unknown; `nextCard` is charged next, if that is another one. */
export function describeCharge(charge: {
  readonly amount: string;
  readonly card?: string | null;
  readonly nextCard?: string | null;
}): string {
  const { amount, card, nextCard } = charge;
  return `${amount} was charged${card ? ` to your ${card}` : ""}.${nextCard ? ` ${describeNextCard(nextCard)}` : ""}`;
}

/** After a failed payment; `amount`, "$250.00", is null when the payment is unknown. */
export function describeRecovery(
  amount: string | null,
  planName: string | null,
  nextCard: string | null,
): string {
  const payment = amount === null ? "" : `Your payment of ${amount} went through. `;
  const next = nextCard === null ? "" : ` ${describeNextCard(nextCard)}`;
  return `${payment}${planName ?? "Your plan"} is active again.${next}`;
}

/** Another card paid, which changes none: the one that was declined stays. */
function describeNextCard(card: string): string {
  return `Your next payment still goes to your ${card}; you can update it in your settings.`;
}
