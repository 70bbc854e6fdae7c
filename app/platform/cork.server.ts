/** What of a stream is needed here. Node's own can be corked; Cloudflare's socket in `pg` cannot. */
interface Sink {
  write(data: Uint8Array): boolean;
  cork?(): void;
  uncork?(): void;
}

/**
 * Gives `stream` Node's cork where it has none, so that the five messages of one parameterised query
 * leave as one write: `pg` corks its stream around them if it can.
 */
export function makeCorkable(stream: Sink): void {
  if (stream.cork) return;
  const write = stream.write.bind(stream);
  let held: Uint8Array[] | undefined;
  stream.cork = () => {
    held = [];
    stream.write = (data) => {
      held?.push(data);
      return true;
    };
  };
  stream.uncork = () => {
    stream.write = write;
    if (held?.length) write(Buffer.concat(held));
    held = undefined;
  };
}
