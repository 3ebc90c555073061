/** The messages of a run as the readers of the channel received them. */
export interface Tally {
  /** Records a message that one reader received, by the reader's number. */
  record(reader: number, bytes: Buffer, start: number, end: number): void;
  /** Client ids in the order of the channel, as the first reader saw them. */
  arrived: string[];
  /** Frames that came twice, out of order or after a gap. */
  faults(): number;
  frames(): number;
  frameBytes(): number;
}

/**
 * Follows the sequence numbers of every reader: without gaps, a reader has received each message exactly once. Calls
 * `onComplete` when the last reader has a message.
 */
export function createTally(
  readers: number,
  onFirst: (clientMsgId: string, index: number) => void,
  onComplete: (index: number) => void,
): Tally {
  const readSeq = createSeqReader();
  const seen = new Int32Array(readers);
  const missing: number[] = [];
  const arrived: string[] = [];
  let firstSeq = -1;
  let faults = 0;
  let frames = 0;
  let frameBytes = 0;

  function open(bytes: Buffer, start: number, end: number, index: number): void {
    const { clientMsgId } = JSON.parse(bytes.toString('utf8', start, end)).data;
    arrived.push(clientMsgId);
    missing.push(readers);
    onFirst(clientMsgId, index);
  }

  return {
    record(reader, bytes, start, end) {
      const seq = readSeq(bytes, start, end);
      if (firstSeq < 0) firstSeq = seq;
      frames += 1;
      frameBytes += end - start;
      const index = seq - firstSeq;
      if (index !== seen[reader]) {
        faults += 1;
        return;
      }
      seen[reader] = index + 1;
      if (index === missing.length) open(bytes, start, end, index);
      const left = (missing[index] ?? 0) - 1;
      missing[index] = left;
      if (left === 0) onComplete(index);
    },
    arrived,
    faults: () => faults,
    frames: () => frames,
    frameBytes: () => frameBytes,
  };
}

const key = Buffer.from('"seq":');

/** The fields before `seq` have the same length in all frames of a channel, so its position is remembered. */
function createSeqReader(): (bytes: Buffer, start: number, end: number) => number {
  let offset = 0;
  return (bytes, start, end) => {
    if (offset === 0 || bytes[start + offset - 1] !== 0x3a) {
      offset = bytes.indexOf(key, start) + key.length - start;
    }
    let seq = 0;
    for (let at = start + offset; at < end; at++) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      seq = seq * 10 + digit;
    }
    return seq;
  };
}
