/** Property tests have the same inputs in each run. */
import fc from "fast-check";

fc.configureGlobal({ seed: 20_261_122 });
