/** After a failed payment; `amount`, "$250.00", is null when the payment is unknown. */
export function describeRecovery(amount: string | null, planName: string | null): string {
  const payment = amount === null ? "" : `Your payment of ${amount} went through. `;
  return `${payment}${planName ?? "Your plan"} is active again.`;
}
