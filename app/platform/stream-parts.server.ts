/** A response's body out of text that is made while it is sent. */

/** Text as a stream of bytes, made no faster than it is taken. */
export interface StreamedParts {
  readonly body: ReadableStream<Uint8Array>;
  /** Settles, without an error, when nothing more is asked of the parts. */
  readonly sent: Promise<void>;
}

/**
 * Sends parts one after another. When one cannot be made, `onFailure` is told and the response breaks
 * off, which browsers show as a failed download; a reader who leaves ends the parts.
 */
export function streamParts(
  parts: AsyncGenerator<string>,
  onFailure: (error: unknown) => void,
): StreamedParts {
  const encoder = new TextEncoder();
  let end = () => {};
  const sent = new Promise<void>((resolve) => {
    end = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await parts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        controller.close();
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
      end();
    },
    async cancel() {
      end();
      await parts.return(undefined);
    },
  });
  return { body, sent };
}
