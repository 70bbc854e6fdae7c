/** Your tables. Those of the template are in ../schema.ts; docs/recipes.md adds one from end to end. */
export {};
