interface Sample {
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  aheadMs: number;
  /** How long the answer took: it is known no better than that. */
  tookMs: number;
  takenAt: number;
}

const goodForMs = 10 * 60_000;
let best: Sample | undefined;

/** Compares the clocks by an answer that was asked for and came at these moments of this device. */
export function noteServerTime(serverTime: string, askedAt: number, cameAt: number): void {
  const sample: Sample = {
    aheadMs: Date.parse(serverTime) - (askedAt + cameAt) / 2,
    tookMs: cameAt - askedAt,
    takenAt: cameAt,
  };
  const stale = !best || cameAt - best.takenAt > goodForMs || cameAt < best.takenAt;
  if (stale || !best || sample.tookMs <= best.tookMs) best = sample;
}

export const serverAheadMs = (): number => Math.round(best?.aheadMs ?? 0);

/** What the server's clock shows now, as far as this device knows. */
export const serverNow = (): number => Date.now() + serverAheadMs();
