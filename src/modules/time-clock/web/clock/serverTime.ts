interface Sample {
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  aheadMs: number;
  /** Round-trip time, which limits the accuracy. */
  tookMs: number;
  takenAt: number;
}

const maxAgeMs = 10 * 60_000;
let best: Sample | undefined;

/** Measures the clock offset from a response with these request and response times. */
export function noteServerTime(serverTime: string, requestedAt: number, respondedAt: number): void {
  const sample: Sample = {
    aheadMs: Date.parse(serverTime) - (requestedAt + respondedAt) / 2,
    tookMs: respondedAt - requestedAt,
    takenAt: respondedAt,
  };
  const stale = !best || respondedAt - best.takenAt > maxAgeMs || respondedAt < best.takenAt;
  if (stale || !best || sample.tookMs <= best.tookMs) best = sample;
}

export const serverAheadMs = (): number => Math.round(best?.aheadMs ?? 0);

/** The server's current time, as estimated by this device. */
export const serverNow = (): number => Date.now() + serverAheadMs();
