/** Checkout fields other than the card, depending on the session. */
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Payer } from "../billing/checkout.ts";
import type { CheckoutSessionRecord } from "../records.ts";
import { textField } from "./cards.ts";

export interface CheckoutDetails {
  promotionCode: string;
  country: string;
  postalCode: string;
  businessName: string;
  taxId: string;
  /** "on" when the box is checked. */
  terms: string;
}

export const BLANK_DETAILS: CheckoutDetails = {
  promotionCode: "",
  country: "",
  postalCode: "",
  businessName: "",
  taxId: "",
  terms: "",
};

export function readDetails(form: FormData): CheckoutDetails {
  const field = (name: keyof CheckoutDetails) => textField(form, name).trim();
  return {
    promotionCode: field("promotionCode"),
    country: field("country").toUpperCase(),
    postalCode: field("postalCode"),
    businessName: field("businessName"),
    taxId: field("taxId"),
    terms: field("terms"),
  };
}

export type DetailsCheck =
  | { ok: true; payer: Pick<Payer, "country" | "postalCode" | "business"> }
  | { ok: false; message: string };

/** Checkout collects an address when it is required or needed for automatic tax. */
function requiresAddress(session: CheckoutSessionRecord): boolean {
  return session.billingAddressCollection === "required" || session.automaticTax;
}

export function checkDetails(session: CheckoutSessionRecord, input: CheckoutDetails): DetailsCheck {
  // Coupons are not supported, so every code is invalid.
  if (session.allowPromotionCodes && input.promotionCode !== "") {
    return { ok: false, message: "This promotion code is invalid." };
  }
  if (requiresAddress(session) && !/^[A-Z]{2}$/.test(input.country)) {
    return { ok: false, message: "Your billing address is incomplete." };
  }
  const hasTaxId = session.taxIdCollection && input.taxId !== "";
  if (hasTaxId && input.businessName === "") {
    return { ok: false, message: "Enter the name of the business." };
  }
  if (hasTaxId && !/^[A-Z]{2}[0-9A-Z]{2,12}$/.test(input.taxId)) {
    return { ok: false, message: "Your tax ID is invalid." };
  }
  if (session.termsOfService === "required" && input.terms !== "on") {
    return { ok: false, message: "Agree to the terms of service to continue." };
  }
  return {
    ok: true,
    payer: {
      country: requiresAddress(session) ? input.country : null,
      postalCode: requiresAddress(session) ? input.postalCode || null : null,
      business: hasTaxId ? { name: input.businessName, taxId: input.taxId } : null,
    },
  };
}

export function detailsFields(session: CheckoutSessionRecord, input: CheckoutDetails): Markup {
  const text = (label: string, name: keyof CheckoutDetails) =>
    html`<label>${label}<input name="${name}" value="${input[name]}"></label>`;
  const address = html`<label>Country (two letters)<input name="country" value="${input.country}"
required autocomplete="country" maxlength="2"></label>
<label>Postal code<input name="postalCode" value="${input.postalCode}" autocomplete="postal-code"></label>`;
  const terms = html`<label><input type="checkbox" name="terms" required ${input.terms === "on" ? "checked" : ""}>
I agree to the terms of service</label>`;
  return html`${requiresAddress(session) && address}
${session.taxIdCollection && [text("Business name", "businessName"), text("VAT number", "taxId")]}
${session.allowPromotionCodes && text("Promotion code", "promotionCode")}
${session.termsOfService === "required" && terms}`;
}
