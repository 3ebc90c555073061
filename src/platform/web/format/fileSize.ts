const steps = ['KB', 'MB', 'GB'] as const;

/** `0.4 KB`, `12.3 KB`, `4.0 MB`: one decimal, kilobytes at least. */
export function fileSize(bytes: number): string {
  let value = bytes / 1024;
  let step = 0;
  while (value >= 1024 && step < steps.length - 1) {
    value /= 1024;
    step += 1;
  }
  return `${value.toFixed(1)} ${steps[step]}`;
}
