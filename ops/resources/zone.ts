/** What the dashboard of the site's zone switches on, by default in some zones; no deploy changes it. */
import * as v from "valibot";
import type { Resource } from "../lib/checks.ts";
import { call, listAll, listDomains } from "../lib/cloudflare-api.ts";
import type { Target } from "../lib/target.ts";

/** Zones of the site's custom domains; none before the first deploy. */
async function listZones(target: Target): Promise<string[]> {
  const domains = await listDomains(target);
  return [...new Set(domains.map(({ zone_id }) => zone_id))];
}

const botsSchema = v.object({
  fight_mode: v.optional(v.boolean(), false),
  /** What paid zones have in place of `fight_mode`. */
  sbfm_definitely_automated: v.optional(v.string(), "allow"),
});

/**
 * Bot Fight Mode, off: it challenges Stripe's webhooks and GitHub's runners, whose smoke test then undoes a
 * good deploy.
 */
const bots: Resource = {
  name: "Bot Fight Mode",
  read: async (target) => {
    const zones = await listZones(target);
    const found = await Promise.all(
      zones.map((zone) =>
        call(target, "Zone: Bot Management", `/zones/${zone}/bot_management`, botsSchema),
      ),
    );
    const isOn = found.some(
      (zone) => zone.fight_mode || zone.sbfm_definitely_automated !== "allow",
    );
    return {
      problems: [isOn && "it challenges webhooks and deploys: Cloudflare, Security, Settings, off"],
    };
  },
};

const siteSchema = v.object({
  auto_install: v.optional(v.boolean(), false),
  ruleset: v.optional(
    v.object({ zone_tag: v.optional(v.string()), enabled: v.optional(v.boolean(), true) }),
  ),
});

/** Web Analytics, off: its script is in every page, and the content security policy reports it. */
const analytics: Resource = {
  name: "Web Analytics",
  read: async (target) => {
    const zones = await listZones(target);
    const sites = await listAll(target, "Account Settings", "/rum/site_info/list", siteSchema);
    const isOn = sites.some(
      ({ auto_install, ruleset }) =>
        auto_install && ruleset?.enabled && zones.includes(ruleset.zone_tag ?? ""),
    );
    const advice = "Cloudflare, Web Analytics, Manage site, disable";
    return { problems: [isOn && `automatic set-up puts a script into each page: ${advice}`] };
  },
};

export const ZONE_SWITCHES: readonly Resource[] = [bots, analytics];
