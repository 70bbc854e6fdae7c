/** The route table: one line per URL. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/marketing/home.tsx"),
  route("about", "routes/marketing/about.tsx"),
  route("faq", "routes/marketing/faq.tsx"),
  route("contact", "routes/marketing/contact.tsx"),
  route("pricing", "routes/marketing/pricing.tsx"),
  route("poflow", "routes/marketing/poflow.tsx"),
  route("broodbook", "routes/marketing/broodbook.tsx"),
  route("portfolio", "routes/marketing/portfolio.tsx"),
  route("legal/:section", "routes/marketing/legal.tsx"),

  layout("routes/auth/layout.tsx", [
    route("auth/signup", "routes/auth/sign-up.tsx"),
    route("auth/signin", "routes/auth/sign-in.tsx"),
    route("auth/forgotpass", "routes/auth/forgot-password.tsx"),
    route("auth/changepass", "routes/auth/change-password.tsx"),
    route("auth/verify", "routes/auth/verify.tsx"),
    route("auth/reauthenticate", "routes/auth/reauthenticate.tsx"),
    route("auth/confirm", "routes/auth/confirm.tsx"),
    route("auth/callback", "routes/auth/callback.tsx"),
    route("auth/link", "routes/auth/link.tsx"),
    route("auth/signout", "routes/auth/sign-out.tsx"),
    /** Every other type is the sign-up page. */
    route("auth/:type", "routes/auth/sign-up.tsx", { id: "unknown-auth-type" }),
  ]),
  route("auth/oauth/:provider", "routes/auth/oauth.ts"),
  route("auth/refresh", "routes/auth/refresh.ts"),

  layout("routes/account/layout.tsx", [
    layout("routes/account/single-pages.tsx", [
      route("dashboard", "routes/account/dashboard.tsx"),
      route("account/delete", "routes/account/delete.tsx"),
      route("purchase/:plan", "routes/account/purchase.tsx"),
    ]),
    layout("routes/account/settings/layout.tsx", [
      route("settings/general", "routes/account/settings/general.tsx"),
      route("settings/password", "routes/account/settings/password.tsx"),
      route("settings/two-step", "routes/account/settings/two-step.tsx"),
      /** Where it was before; bookmarks and old tabs still lead there. */
      route("settings/password/two-step", "routes/account/settings/old-two-step.ts"),
      route("settings/devices", "routes/account/settings/devices.tsx"),
      route("settings/billing", "routes/account/settings/billing.tsx"),
      /** Every other section is the general page. */
      route("settings/:section", "routes/account/settings/general.tsx", { id: "unknown-section" }),
    ]),
    route("items", "routes/account/items.ts"),
    route("items/:id", "routes/account/item.ts"),
    route("account/export", "routes/account/export.ts"),
    route("account/billing", "routes/account/billing-details.ts"),
  ]),
  route("account-deleted", "routes/account/deleted.tsx"),

  route("api/stripe-create-checkout-session", "routes/api/create-checkout-session.ts"),
  route("api/stripe-create-billing-session", "routes/api/create-billing-session.ts"),
  route("api/stripe-webhook", "routes/api/stripe-webhook.ts"),

  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route(".well-known/security.txt", "routes/system/security-txt.ts"),
  route(".well-known/change-password", "routes/system/change-password.ts"),
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("csp-report", "routes/system/csp-report.ts"),
  route("error-report", "routes/system/error-report.ts"),
  route("*", "routes/system/not-found.tsx"),
] satisfies RouteConfig;
