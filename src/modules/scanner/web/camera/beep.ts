const tones = {
  /** Short and high, like a hand scanner. */
  read: { hertz: 1_480, ms: 90 },
  /** The user has to check. */
  doubt: { hertz: 320, ms: 240 },
} as const;

const volume = 0.12;
const fadeMs = 12;
let context: AudioContext | undefined;

/** Browsers allow sound only after a user gesture: called when the camera is started. */
export function allowBeeps(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  void context.resume();
}

export function beep(kind: keyof typeof tones): void {
  if (context?.state !== 'running') return;
  const { hertz, ms } = tones[kind];
  const [now, end] = [context.currentTime, context.currentTime + ms / 1_000];
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = hertz;
  // Fade in and out, because an abrupt start or end clicks.
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(volume, now + fadeMs / 1_000);
  gain.gain.setValueAtTime(volume, end - fadeMs / 1_000);
  gain.gain.linearRampToValueAtTime(0, end);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(end);
}
