/** The phases of the storm, each with another kind of delivery failure; 2,000 changes in total. */
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_DELIVERY } from "local-stripe";
import type { Cut } from "../../support/database/fault-proxy.ts";
import type { StormCustomer } from "./changes.ts";
import type { StormHarness } from "./storm-harness.ts";

export interface Phase {
  readonly name: string;
  run(harness: StormHarness): Promise<void>;
}

/** Changes random customers `count` times, sequentially. */
async function changeSome({ changer, customers, random }: StormHarness, count: number) {
  for (let made = 0; made < count; made += 1) await changer.change(random.pick(customers));
}

/** Holds events until all changes are made, then delivers them in the configured order. */
async function changeHeld(harness: StormHarness, count: number) {
  harness.control.setDelivery({ hold: true });
  await changeSome(harness, count);
  await harness.control.flush();
}

/** Delays the response to a read of Stripe; its content is from the time of the request. */
const SLOW_READ = { method: "GET", path: "/v1/customers/*", when: "after" } as const;

/**
 * Reads `count` customers, and changes and reads them again while the first responses are delayed: the second
 * response overtakes the first.
 */
async function overtake(harness: StormHarness, count: number) {
  const { control, changer, random } = harness;
  control.setDelivery({ hold: true, parallel: count });
  const chosen = chooseSome(harness, count);
  for (const customer of chosen) await changer.change(customer);
  control.addFault({ ...SLOW_READ, times: count, hangMs: 500 + random.below(300) });
  const first = control.flush();
  while (control.status().faults.length > 0) await sleep(5);
  for (const customer of chosen) await changer.change(customer);
  await Promise.all([first, control.flush()]);
}

function chooseSome({ customers, random }: StormHarness, count: number): StormCustomer[] {
  const chosen = new Set<StormCustomer>();
  while (chosen.size < count) chosen.add(random.pick(customers));
  return [...chosen];
}

/** Only the write of a sync, which commits by itself, contains it. */
const SYNC_WRITE = "insert into stripe_events";

/** Cuts 30 % of the commits, at most sixty, so that no event exhausts its attempts. */
async function changeWithCuts(harness: StormHarness, count: number, cut: Cut) {
  let left = 60;
  harness.proxy.chooseCut = (chunk) => {
    if (!chunk.includes(SYNC_WRITE) || left === 0 || harness.random.next() > 0.3) return undefined;
    left -= 1;
    return cut;
  };
  harness.control.setDelivery({ parallel: 4 });
  await changeSome(harness, count);
  await harness.control.waitForDeliveries();
  harness.proxy.chooseCut = () => undefined;
}

/** Kills the Worker while twenty deliveries are waiting for Stripe. */
async function changeAndKill(harness: StormHarness, count: number) {
  const { control, random, product } = harness;
  control.setDelivery({ hold: true, parallel: 20 });
  await changeSome(harness, count);
  control.addFault({ ...SLOW_READ, times: 15, hangMs: 200 + random.below(200) });
  const delivered = control.flush();
  await sleep(50 + random.below(150));
  await product.killSite();
  await product.startSite();
  await delivered;
  await control.waitForDeliveries();
}

async function repeat(times: number, work: () => Promise<void>) {
  for (let count = 0; count < times; count += 1) await work();
}

export const PHASES: readonly Phase[] = [
  {
    name: "customers appear",
    async run({ control }) {
      control.setDelivery({ parallel: 8 });
      await control.flush();
    },
  },
  {
    name: "one by one",
    async run(harness) {
      await changeSome(harness, 150);
      await harness.control.waitForDeliveries();
    },
  },
  {
    name: "each three times",
    async run(harness) {
      harness.control.setDelivery({ duplicates: 3, parallel: 4 });
      await changeSome(harness, 120);
    },
  },
  {
    name: "reversed",
    async run(harness) {
      harness.control.setDelivery({ order: "reverse", parallel: 4 });
      await changeHeld(harness, 300);
    },
  },
  {
    name: "shuffled",
    async run(harness) {
      harness.control.setDelivery({ order: "shuffle", parallel: 8 });
      await changeHeld(harness, 300);
    },
  },
  {
    name: "20 in parallel, twice",
    async run(harness) {
      harness.control.setDelivery({ parallel: 20, duplicates: 2, order: "shuffle" });
      await changeHeld(harness, 280);
    },
  },
  { name: "slow reader", run: (harness) => repeat(6, () => overtake(harness, 20)) },
  { name: "fault before commit", run: (harness) => changeWithCuts(harness, 160, "before") },
  { name: "fault after commit", run: (harness) => changeWithCuts(harness, 160, "after") },
  {
    name: "responses lost",
    async run(harness) {
      harness.control.setDelivery({ dropResponses: 60, parallel: 4 });
      await changeSome(harness, 90);
      await harness.control.waitForDeliveries();
    },
  },
  { name: "Worker killed", run: (harness) => repeat(3, () => changeAndKill(harness, 50)) },
  {
    name: "all at once",
    async run(harness) {
      harness.control.setDelivery({
        duplicates: 2,
        order: "shuffle",
        dropResponses: 10,
        parallel: 20,
      });
      harness.control.addFault({ ...SLOW_READ, times: 30, hangMs: 150 });
      await changeHeld(harness, 25);
      harness.control.setDelivery({ hold: true });
      await changeWithCuts(harness, 25, "before");
    },
  },
];

/** After a phase: delivers all pending events, and resets the faults. */
export async function calmDown({ control, proxy }: StormHarness): Promise<void> {
  proxy.chooseCut = () => undefined;
  control.setDelivery({ ...DEFAULT_DELIVERY, parallel: 8, dropResponses: 0 });
  await control.flush();
  await control.waitForDeliveries();
  control.reset();
}
