import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { InlineScript, NonceContext } from "./inline-script";

test("an inline script has the nonce of the response, without which browsers do not run it", () => {
  const html = renderToStaticMarkup(
    <NonceContext value="abc">
      <InlineScript source="start()" type="module" />
    </NonceContext>,
  );
  expect(html).toBe('<script type="module" nonce="abc">start()</script>');
});
