/** The endpoints of `wrangler tail`. */
import type { Account } from "./account.ts";
import { ROOT } from "./account.ts";
import { type Api, answer } from "./envelope.ts";

const TAILS = `${ROOT}/workers/scripts/:name/tails` as const;

/** `liveLog` is where whoever listens is sent to. */
export function addTailRoutes(app: Api, account: Account, liveLog: () => string): void {
  app.post(TAILS, (context) => {
    account.worker(context.req.param("name"));
    const expiry = new Date(Date.now() + 3_600_000).toISOString();
    return answer(context, { id: "t".repeat(32), url: liveLog(), expires_at: expiry });
  });
  app.delete(`${TAILS}/:tail`, (context) => answer(context, null));
}
