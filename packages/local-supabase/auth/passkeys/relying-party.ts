import type { AuthSettings } from "../../config/options.ts";

/** The site as browsers and authenticators know it. */
interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

/**
 * Id and origin are those of the site's URL, not of `[auth.webauthn]`: the port of a local site varies, and
 * passkeys work only on the site itself.
 */
export function getRelyingParty({
  siteUrl,
  config,
}: Pick<AuthSettings, "siteUrl" | "config">): RelyingParty {
  const { hostname, origin } = new URL(siteUrl);
  return { id: hostname, name: config.webauthn.rp_display_name || hostname, origin };
}
