import { expect, test } from "vitest";
import { runRoute } from "../../../../tests/support/routes/static-routes";

const LINK = "/auth/confirm?token_hash=X&type=email&next=%2Fdashboard";

function open(link: string) {
  return runRoute(new Request(`http://localhost:5173${link}`), {});
}

test.each([LINK.replaceAll("&", "&amp;"), `${LINK})`, `${LINK}>`, `${LINK}>.`, `${LINK}],`])(
  "%s is the link in it",
  async (copied) => {
    expect((await open(copied)).headers.get("Location")).toBe(LINK);
  },
);

test.each([LINK, "/contact?from=a)", `${LINK}%2F%3E`.replace("%3E", "x")])(
  "%s is left as it is",
  async (link) => {
    expect((await open(link)).headers.get("Location")).toBeNull();
  },
);
