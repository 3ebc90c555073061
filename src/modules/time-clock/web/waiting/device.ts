const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** A readable name of the device. */
export function deviceName(userAgent = navigator.userAgent): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Browser';
}
