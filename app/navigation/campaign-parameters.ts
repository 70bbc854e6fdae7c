/** Query parameters of ads and newsletters, which do not change a page. */
const CAMPAIGN_PARAMETER = /^(utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid)$/;

/** `search` ("?…" or "") without campaign parameters; "" if nothing else is left. Keeps the rest as it is. */
export function dropCampaignParameters(search: string): string {
  const others = search
    .replace(/^\?/, "")
    .split("&")
    .filter((parameter) => !CAMPAIGN_PARAMETER.test(parameter.split("=", 1)[0] ?? ""))
    .join("&");
  return others && `?${others}`;
}
