import { expect, test } from "vitest";
import { dropCampaignParameters } from "./campaign-parameters";

test.each([
  "?utm_source=mail&utm_medium=email&utm_campaign=spring",
  "?gclid=a",
  "?gbraid=a",
  "?wbraid=a",
  "?fbclid=a",
  "?msclkid=a",
  "?utm_source",
  "?",
  "",
])("nothing is left of %j", (search) => {
  expect(dropCampaignParameters(search)).toBe("");
});

test.each([
  ["?ref=card", "?ref=card"],
  ["?q=a%20b+c&utm_source=mail&x", "?q=a%20b+c&x"],
  ["?next=/faq?utm_source=mail", "?next=/faq?utm_source=mail"],
  ["?my_gclid=a&gclid2=b&UTM_SOURCE=c", "?my_gclid=a&gclid2=b&UTM_SOURCE=c"],
])("of %j, %j is left", (search, left) => {
  expect(dropCampaignParameters(search)).toBe(left);
});
