/** `node tools/catalogue/start.ts`: every component in every state, to look at while working on one. */
import { serveCatalogue } from "./serve-catalogue.ts";

const { url, stop } = await serveCatalogue();
console.log(`Every component in every state: ${url}`);
process.once("SIGINT", () => void stop().then(() => process.exit(0)));
