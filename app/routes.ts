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

  route("auth/confirm", "routes/auth/confirm.tsx"),
  route("auth/callback", "routes/auth/callback.tsx"),
  route("auth/link", "routes/auth/link.tsx"),
  route("auth/oauth/:provider", "routes/auth/oauth.ts"),
  route("auth/reauthenticate", "routes/auth/reauthenticate.tsx"),
  route("auth/refresh", "routes/auth/refresh.ts"),
  route("auth/signout", "routes/auth/sign-out.tsx"),
  route("auth/verify", "routes/auth/verify.tsx"),
  route("auth/:type", "routes/auth/auth.tsx"),

  layout("routes/account/layout.tsx", [
    route("dashboard", "routes/account/dashboard.tsx"),
    route("items", "routes/account/items.ts"),
    route("items/:id", "routes/account/item.ts"),
    route("settings/password/two-step", "routes/account/two-step.tsx"),
    route("settings/:section", "routes/account/settings.tsx"),
    route("account/export", "routes/account/export.ts"),
    route("account/delete", "routes/account/delete.tsx"),
    route("purchase/:plan", "routes/account/purchase.tsx"),
  ]),
  route("account-deleted", "routes/account/deleted.tsx"),

  route("api/stripe-create-checkout-session", "routes/api/create-checkout-session.ts"),
  route("api/stripe-create-billing-session", "routes/api/create-billing-session.ts"),
  route("api/stripe-webhook", "routes/api/stripe-webhook.ts"),

  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("csp-report", "routes/system/csp-report.ts"),
  route("*", "routes/system/not-found.tsx"),
] satisfies RouteConfig;
