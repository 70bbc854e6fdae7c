/** The phases of the storm, each with another kind of delivery failure; 2,000 changes in total. */
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_DELIVERY } from "local-stripe";
import type { StormCustomer } from "./changes.ts";
import type { CommitFault } from "./postgres-proxy.ts";
import type { StormWorld } from "./storm-world.ts";

export interface Phase {
  readonly name: string;
  run(world: StormWorld): Promise<void>;
}

/** Changes random customers `count` times, sequentially. */
async function changeSome({ changer, customers, random }: StormWorld, count: number) {
  for (let made = 0; made < count; made += 1) await changer.change(random.pick(customers));
}

/** Holds events until all changes are made, then delivers them in the configured order. */
async function changeHeld(world: StormWorld, count: number) {
  world.control.setDelivery({ hold: true });
  await changeSome(world, count);
  await world.control.flush();
}

/** Delays the response to a read of Stripe; its content is from the time of the request. */
const SLOW_READ = { method: "GET", path: "/v1/customers/*", when: "after" } as const;

/**
 * Reads `count` customers, and changes and reads them again while the first responses are delayed: the second
 * response overtakes the first.
 */
async function overtake(world: StormWorld, count: number) {
  const { control, changer, random } = world;
  control.setDelivery({ hold: true, parallel: count });
  const chosen = chooseSome(world, count);
  for (const customer of chosen) await changer.change(customer);
  control.addFault({ ...SLOW_READ, times: count, hangMs: 500 + random.below(300) });
  const first = control.flush();
  while (control.status().faults.length > 0) await sleep(5);
  for (const customer of chosen) await changer.change(customer);
  await Promise.all([first, control.flush()]);
}

function chooseSome({ customers, random }: StormWorld, count: number): StormCustomer[] {
  const chosen = new Set<StormCustomer>();
  while (chosen.size < count) chosen.add(random.pick(customers));
  return [...chosen];
}

/** Cuts 30 % of the commits, at most sixty, so that no event exhausts its attempts. */
async function changeWithCuts(world: StormWorld, count: number, fault: CommitFault) {
  let left = 60;
  world.proxy.onCommit = () => {
    if (left === 0 || world.random.next() > 0.3) return undefined;
    left -= 1;
    return fault;
  };
  world.control.setDelivery({ parallel: 4 });
  await changeSome(world, count);
  await world.control.waitForDeliveries();
  world.proxy.onCommit = () => undefined;
}

/** Kills the Worker while twenty deliveries are waiting for Stripe. */
async function changeAndKill(world: StormWorld, count: number) {
  const { control, random, product } = world;
  control.setDelivery({ hold: true, parallel: 20 });
  await changeSome(world, count);
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
    async run(world) {
      await changeSome(world, 150);
      await world.control.waitForDeliveries();
    },
  },
  {
    name: "each three times",
    async run(world) {
      world.control.setDelivery({ duplicates: 3, parallel: 4 });
      await changeSome(world, 120);
    },
  },
  {
    name: "reversed",
    async run(world) {
      world.control.setDelivery({ order: "reverse", parallel: 4 });
      await changeHeld(world, 300);
    },
  },
  {
    name: "shuffled",
    async run(world) {
      world.control.setDelivery({ order: "shuffle", parallel: 8 });
      await changeHeld(world, 300);
    },
  },
  {
    name: "20 in parallel, twice",
    async run(world) {
      world.control.setDelivery({ parallel: 20, duplicates: 2, order: "shuffle" });
      await changeHeld(world, 280);
    },
  },
  { name: "slow reader", run: (world) => repeat(6, () => overtake(world, 20)) },
  { name: "fault before commit", run: (world) => changeWithCuts(world, 160, "before") },
  { name: "fault after commit", run: (world) => changeWithCuts(world, 160, "after") },
  {
    name: "responses lost",
    async run(world) {
      world.control.setDelivery({ dropResponses: 60, parallel: 4 });
      await changeSome(world, 90);
      await world.control.waitForDeliveries();
    },
  },
  { name: "Worker killed", run: (world) => repeat(3, () => changeAndKill(world, 50)) },
  {
    name: "all at once",
    async run(world) {
      world.control.setDelivery({
        duplicates: 2,
        order: "shuffle",
        dropResponses: 10,
        parallel: 20,
      });
      world.control.addFault({ ...SLOW_READ, times: 30, hangMs: 150 });
      await changeHeld(world, 25);
      world.control.setDelivery({ hold: true });
      await changeWithCuts(world, 25, "before");
    },
  },
];

/** After a phase: delivers all pending events, and resets the faults. */
export async function calmDown({ control, proxy }: StormWorld): Promise<void> {
  proxy.onCommit = () => undefined;
  control.setDelivery({ ...DEFAULT_DELIVERY, parallel: 8, dropResponses: 0 });
  await control.flush();
  await control.waitForDeliveries();
  control.reset();
}
