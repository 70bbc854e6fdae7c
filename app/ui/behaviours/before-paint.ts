/** Runs in the head, before anything is drawn: the chosen theme must not flash in late. */
import { applyChoice, readChoice } from "./theme-choice";
import { listenForTransitions } from "./transitions";

applyChoice(readChoice());
listenForTransitions();
