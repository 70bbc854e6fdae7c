import { seededRandom } from "../../support/numbers.ts";

/** A seeded pseudorandom generator. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** One of `choices`; throws when there are none. */
  pick<Choice>(choices: readonly Choice[]): Choice;
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(choices) {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error("No choices");
      return choice;
    },
  };
}
