/** Sky from top to horizon, sun or moon, and four ranges of hills from far to near. */
interface Palette {
  sky: readonly [string, string, string];
  light: string;
  hills: readonly [string, string, string, string];
}

const palettes: readonly Palette[] = [
  // Dawn
  {
    sky: ['#3b4a78', '#c98f96', '#f6cfa4'],
    light: '#fdeccb',
    hills: ['#a9869b', '#7d6a8c', '#534f75', '#2e345a'],
  },
  // Noon
  {
    sky: ['#4b86b8', '#9cc4dc', '#e2eef0'],
    light: '#ffffff',
    hills: ['#9cb9c4', '#6f9aa3', '#46757c', '#265058'],
  },
  // Late afternoon over dry grass
  {
    sky: ['#7a94a8', '#d5c7a2', '#f3e2b6'],
    light: '#fff3d1',
    hills: ['#c6b283', '#a18f5f', '#756b45', '#464430'],
  },
  // Dusk
  {
    sky: ['#1d2147', '#6a4a7d', '#e08a72'],
    light: '#ffd3a1',
    hills: ['#7b5378', '#553f69', '#353056', '#1b1f3d'],
  },
  // Night
  {
    sky: ['#0b1026', '#1a2748', '#3c5175'],
    light: '#e8edf7',
    hills: ['#33456a', '#243456', '#182441', '#0d152b'],
  },
  // Fog in the firs
  {
    sky: ['#8d9fa3', '#bccac8', '#e4e9e3'],
    light: '#f8faf5',
    hills: ['#b2c1bc', '#8ba39b', '#5f7d74', '#34534c'],
  },
];

const width = 1_920;
const height = 1_080;
const steps = 32;

/** Draws a built-in background, 1 to 1000; the same number always gives the same image. */
export function drawLandscape(number: number): string {
  const next = randomFrom(number);
  const palette = palettes[(number - 1) % palettes.length] ?? (palettes[0] as Palette);
  const [top, middle, low] = palette.sky;
  const sun = { x: 240 + next() * 1_440, y: 180 + next() * 260, r: 42 + next() * 46 };
  const hills = palette.hills.map((color, at) => {
    const base = 520 + at * 130 + (next() - 0.5) * 50;
    return `<path fill="${color}" d="${ridge(base, 110 - at * 14, next)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".42" stop-color="${middle}"/><stop offset=".68" stop-color="${low}"/></linearGradient>
<radialGradient id="glow"><stop stop-color="${palette.light}" stop-opacity=".55"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></radialGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<circle cx="${sun.x.toFixed()}" cy="${sun.y.toFixed()}" r="${(sun.r * 5).toFixed()}" fill="url(#glow)"/>
<circle cx="${sun.x.toFixed()}" cy="${sun.y.toFixed()}" r="${sun.r.toFixed()}" fill="${palette.light}"/>
${hills.join('\n')}
</svg>
`;
}

/** The path of a ridge at about `base`, filled to the bottom: sine waves of three lengths. */
function ridge(base: number, swing: number, next: () => number): string {
  const waves = [1, 2.3, 4.9].map((rate) => ({ rate, phase: next() * 6.283, share: 1 / rate }));
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const x = step / steps;
    const lift = waves.reduce(
      (sum, { rate, phase, share }) => sum + share * Math.sin(phase + x * 6.283 * rate),
      0,
    );
    return `${(x * width).toFixed()} ${(base - (lift * swing) / 1.6).toFixed()}`;
  });
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`;
}

/** Seeded random numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
