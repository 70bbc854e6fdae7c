import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { refuseForm } from "~/forms/form-result";
import { type Item, UPGRADE_MESSAGE } from "./item";
import { ItemRow } from "./item-row";
import type { ItemWork } from "./item-work";

const refusal = (message: string) =>
  refuseForm({ httpStatus: 403, code: "items/refused", message });

const item: Item = {
  id: "6a2f6f0e-52a5-4b8e-9a53-0d8f0f0f2a11",
  name: "A short one",
  featured: false,
  createdAt: Date.parse("2026-02-03T23:59:59.999Z"),
};

function render(props: Partial<ComponentProps<typeof ItemRow>>): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ItemRow
        item={item}
        canFeature={false}
        timeZone="UTC"
        work={undefined}
        onAsk={() => {}}
        {...props}
      />
    </MemoryRouter>,
  );
}

const work = (rest: Partial<ItemWork>): ItemWork => ({
  key: "key",
  isOfSeveral: false,
  item: { ...item, featured: true },
  intent: "feature",
  ...rest,
});

describe("a row", () => {
  test("shows the item, and a form that works without scripts", () => {
    const html = render({});
    expect(html).toContain("<bdi>A short one</bdi>");
    expect(html).toContain('<time dateTime="2026-02-03T23:59:59.999Z">Feb 3, 2026</time>');
    expect(html).toContain(`<form id="form-${item.id}" method="post">`);
    expect(html).toContain(`<input type="hidden" name="id" value="${item.id}"/>`);
    expect(html).toContain('<input type="hidden" name="featured" value="true"/>');
  });

  test("shows a star that was asked for at once, but does not yet call it pressed", () => {
    const html = render({ canFeature: true, work: work({}) });
    expect(html).toContain("icon-star-filled");
    expect(html).toContain('aria-pressed="false"');
  });

  test("waits for the server where the plan may not cover a star", () => {
    const html = render({ canFeature: false, work: work({}) });
    expect(html).not.toContain("icon-star-filled");
    expect(html).toContain("Loading");
  });

  test("takes a refused star back and says why, with a way to a better plan", () => {
    const html = render({ canFeature: true, work: work({ result: refusal(UPGRADE_MESSAGE) }) });
    expect(html).not.toContain("icon-star-filled");
    expect(html).toContain(UPGRADE_MESSAGE);
    expect(html).toContain('href="/pricing"');
  });

  test("shows the day that it is where the reader is", () => {
    expect(render({ timeZone: "Asia/Tokyo" })).toContain(">Feb 4, 2026</time>");
  });

  test("shows a new name at once, and the old one when the new one is refused", () => {
    const renamed = work({ intent: "rename", item: { ...item, name: "A new one" } });
    expect(render({ work: renamed })).toContain("<bdi>A new one</bdi>");
    const refused = { ...renamed, result: refusal("No") };
    expect(render({ work: refused })).toContain("<bdi>A short one</bdi>");
  });

  test("is busy while its item is being deleted, and no longer when it stays", () => {
    expect(render({ work: work({ intent: "delete" }) })).toContain('aria-busy="true"');
    const refused = work({ intent: "delete", result: refusal("It stays") });
    expect(render({ work: refused })).not.toContain("aria-busy");
  });
});
