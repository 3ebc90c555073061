const soundFile = '/notification.mp3';
/** Messages within this time share one sound. */
const minIntervalMs = 1_000;

let sound: HTMLAudioElement | undefined;
let last = Number.NEGATIVE_INFINITY;

export function chime(): void {
  const now = performance.now();
  if (now - last < minIntervalMs) return;
  last = now;
  sound ??= new Audio(soundFile);
  sound.currentTime = 0;
  // Browsers refuse sound before the first user gesture; that is fine.
  sound.play()?.catch(() => {});
}
