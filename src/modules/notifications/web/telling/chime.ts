const soundFile = '/notification.mp3';
/** Ten messages at once are one sound. */
const restMs = 1_000;

let sound: HTMLAudioElement | undefined;
let last = Number.NEGATIVE_INFINITY;

export function chime(): void {
  const now = performance.now();
  if (now - last < restMs) return;
  last = now;
  sound ??= new Audio(soundFile);
  sound.currentTime = 0;
  // A browser refuses until somebody has touched the page; then there is no sound, and that is all.
  sound.play()?.catch(() => {});
}
