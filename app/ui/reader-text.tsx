import { createElement, Fragment, type ReactNode } from "react";
import { type DatedText, isMoment, type Moment } from "./dated-text";
import { ReaderTime } from "./reader-time";

/** Words with moments between them, each on the reader's calendar. */
export function ReaderText({ text }: { text: DatedText }) {
  // As arguments and not as a list: pieces of a sentence have a place and no key.
  return createElement(Fragment, null, ...text.map(write));
}

function write(piece: string | Moment): ReactNode {
  return isMoment(piece) ? <ReaderTime {...piece} /> : piece;
}
