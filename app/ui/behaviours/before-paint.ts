/** Runs in the head, before anything is drawn: the chosen theme must not flash in late, and no script breaks unseen. */
import { listenForErrors } from "./report-errors";
import { applyChoice, readChoice } from "./theme-choice";
import { listenForTransitions } from "./transitions";

listenForErrors();
applyChoice(readChoice());
listenForTransitions();
