import { areaOf, type Corners, distance, isConvex, type Point } from './geometry.ts';

/** Brightness, one byte for each pixel. */
export interface GrayImage {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/** The size at which pages are looked for: fine enough for their edges, too coarse for what is written on them. */
export const searchSidePx = 320;

/** A line `x cos θ + y sin θ = r`, whose normal points to its brighter side. */
interface Line {
  cos: number;
  sin: number;
  r: number;
  angle: number;
}

const angles = 180;
const linesAtMost = 28;
/** Of the whole photo. */
const smallestArea = 0.15;
/** Which part of each side must be seen as an edge, and of all together. */
const leastOfSide = 0.4;
const leastOfAll = 0.6;

/**
 * The corners of the page in a photo, in pixels, clockwise from the top left; null if no four edges of one page are seen.
 * A page is what is brighter than its surroundings along four straight lines.
 */
export function findPage(photo: GrayImage): Corners | null {
  const edges = edgesOf(blurred(withoutPrint(photo)));
  const lines = linesIn(edges);
  let best: { corners: Corners; score: number } | null = null;
  const pairs = facing(lines, Math.hypot(photo.width, photo.height));
  for (const [at, [left, right]] of pairs.entries()) {
    for (const [top, bottom] of pairs.slice(at + 1)) {
      if (Math.abs(Math.sin(left.angle - top.angle)) < Math.SQRT1_2) continue;
      const corners = cornersOf([left, top, right, bottom], photo);
      if (!corners) continue;
      const share = areaOf(corners) / (photo.width * photo.height);
      if (share < smallestArea) continue;
      const support = supportOf(corners, edges, best ? best.score : 0);
      if (support === null) continue;
      // Of two that are seen equally well, the outer one is the page and the inner one a box on it.
      const score = support * support * share ** 0.25;
      if (!best || score > best.score) best = { corners, score };
    }
  }
  return best && refined(best.corners, edges);
}

/** Wider than the strokes of print at this size, narrower than what lies beside the page. */
const printPx = 4;

/** Without what is dark and thin: otherwise the lines of print are stronger than the edges of the page. */
function withoutPrint(photo: GrayImage): GrayImage {
  return extremes(extremes(photo, Math.max), Math.min);
}

/** Each pixel is the brightest, or the darkest, of those around it. */
function extremes({ data, width, height }: GrayImage, most: typeof Math.max): GrayImage {
  const across = new Uint8Array(data.length);
  const result = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const x = at % width;
    let value = data[at] ?? 0;
    for (let by = -Math.min(printPx, x); by <= Math.min(printPx, width - 1 - x); by += 1)
      value = most(value, data[at + by] ?? 0);
    across[at] = value;
  }
  for (let at = 0; at < data.length; at += 1) {
    const y = Math.floor(at / width);
    let value = across[at] ?? 0;
    for (let by = -Math.min(printPx, y); by <= Math.min(printPx, height - 1 - y); by += 1)
      value = most(value, across[at + by * width] ?? 0);
    result[at] = value;
  }
  return { data: result, width, height };
}

/** Each pixel is the mean of nine. */
function blurred({ data, width, height }: GrayImage): GrayImage {
  const across = new Float32Array(data.length);
  const result = new Uint8Array(data.length);
  const at = (x: number, y: number, from: ArrayLike<number>) => from[y * width + x] ?? 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [before, after] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
      across[y * width + x] = (at(before, y, data) + at(x, y, data) + at(after, y, data)) / 3;
    }
  }
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(y - 1, 0), Math.min(y + 1, height - 1)];
    for (let x = 0; x < width; x += 1)
      result[y * width + x] = (at(x, above, across) + at(x, y, across) + at(x, below, across)) / 3;
  }
  return { data: result, width, height };
}

interface Edges {
  width: number;
  height: number;
  /** How much brighter it becomes to the right, and downwards. */
  dx: Float32Array;
  dy: Float32Array;
  strength: Float32Array;
  /** What is weaker is no edge. */
  least: number;
}

function edgesOf({ data, width, height }: GrayImage): Edges {
  const dx = new Float32Array(data.length);
  const dy = new Float32Array(data.length);
  const strength = new Float32Array(data.length);
  const at = (x: number, y: number) => data[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const [nw, n, ne] = [at(x - 1, y - 1), at(x, y - 1), at(x + 1, y - 1)];
      const [w, e] = [at(x - 1, y), at(x + 1, y)];
      const [sw, s, se] = [at(x - 1, y + 1), at(x, y + 1), at(x + 1, y + 1)];
      const here = y * width + x;
      dx[here] = (ne + 2 * e + se - nw - 2 * w - sw) / 8;
      dy[here] = (sw + 2 * s + se - nw - 2 * n - ne) / 8;
      strength[here] = Math.hypot(dx[here] ?? 0, dy[here] ?? 0);
    }
  }
  const sorted = strength.slice().sort();
  // A tenth of all pixels at most; and the grain of a photo in poor light is no edge.
  const least = Math.max(sorted[Math.floor(sorted.length * 0.9)] ?? 0, 3);
  return { width, height, dx, dy, strength, least };
}

/** The strongest lines, by the edges that lie on them (Hough). */
function linesIn({ width, height, dx, dy, strength, least }: Edges): Line[] {
  const radius = Math.ceil(Math.hypot(width, height));
  // Two of each: one for each side that may be the brighter one.
  const votes = new Float32Array(2 * angles * (2 * radius + 1));
  const row = 2 * radius + 1;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const here = y * width + x;
      const power = strength[here] ?? 0;
      if (power < least) continue;
      const angle = Math.atan2(dy[here] ?? 0, dx[here] ?? 0);
      const middle = Math.round((angle * angles) / Math.PI);
      for (let step = -3; step <= 3; step += 1) {
        const turn = (middle + step + 2 * angles) % (2 * angles);
        const theta = (turn * Math.PI) / angles;
        const r = Math.round(x * Math.cos(theta) + y * Math.sin(theta)) + radius;
        const index = turn * row + r;
        // Capped: one bright reflection is not a long line.
        votes[index] = (votes[index] ?? 0) + Math.min(power / least, 2);
      }
    }
  }
  const shortest = Math.min(width, height) / 6;
  const peaks: { turn: number; r: number; count: number }[] = [];
  votes.forEach((count, index) => {
    if (count < shortest) return;
    peaks.push({ turn: Math.floor(index / row), r: (index % row) - radius, count });
  });
  peaks.sort((one, other) => other.count - one.count);
  const chosen: typeof peaks = [];
  for (const peak of peaks) {
    if (chosen.length === linesAtMost) break;
    const isNear = chosen.some(({ turn, r }) => {
      const apart = Math.abs(turn - peak.turn);
      return Math.min(apart, 2 * angles - apart) <= 6 && Math.abs(r - peak.r) <= 6;
    });
    if (!isNear) chosen.push(peak);
  }
  return chosen.map(({ turn, r }) => {
    const angle = (turn * Math.PI) / angles;
    return { angle, r, cos: Math.cos(angle), sin: Math.sin(angle) };
  });
}

/** Lines with something bright between them. */
function facing(lines: readonly Line[], diagonal: number): [Line, Line][] {
  return lines.flatMap((line, at) =>
    lines.slice(at + 1).flatMap((other): [Line, Line][] => {
      const isOpposite = Math.cos(line.angle - other.angle) < -0.8;
      const isApart = -line.r - other.r > diagonal / 10;
      return isOpposite && isApart ? [[line, other]] : [];
    }),
  );
}

function crossing(one: NormalLine, other: NormalLine): Point {
  const determinant = one.cos * other.sin - one.sin * other.cos;
  return {
    x: (one.r * other.sin - other.r * one.sin) / determinant,
    y: (other.r * one.cos - one.r * other.cos) / determinant,
  };
}

/** Clockwise from the top left; null if they lie outside of the photo or are not those of a page. */
function cornersOf(lines: [Line, Line, Line, Line], { width, height }: GrayImage): Corners | null {
  const points = lines.map((line, at) => crossing(line, lines[(at + 1) % 4] as Line));
  const margin = Math.max(width, height) * 0.02;
  const isInside = ({ x, y }: Point) =>
    x > -margin && y > -margin && x < width + margin && y < height + margin;
  if (!points.every(isInside)) return null;
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / 4,
    y: points.reduce((sum, { y }) => sum + y, 0) / 4,
  };
  const around = ({ x, y }: Point) => Math.atan2(y - middle.y, x - middle.x);
  const [a, b, c, d] = points.sort((one, other) => around(one) - around(other));
  const clockwise = [a, b, c, d] as unknown as Corners;
  return isConvex(clockwise) ? fromTopLeft(clockwise) : null;
}

/** A page lies as it is read, turned by less than 45 degrees: its top left corner is the one nearest to the photo’s. */
function fromTopLeft(corners: Corners): Corners {
  const sums = corners.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  const [a, b, c, d] = [0, 1, 2, 3].map((step) => corners[(first + step) % 4]);
  return [a, b, c, d] as unknown as Corners;
}

/** How much of the sides is an edge, brighter inside; null if too little for a page, or to be better than `atLeast`. */
function supportOf(corners: Corners, edges: Edges, atLeast: number): number | null {
  let sum = 0;
  for (const [at, corner] of corners.entries()) {
    const next = corners[(at + 1) % 4] as Point;
    const side = sideSupport(corner, next, edges);
    if (side < leastOfSide) return null;
    sum += side;
    if (((sum + 3 - at) / 4) ** 2 <= atLeast) return null;
  }
  return sum / 4 < leastOfAll ? null : sum / 4;
}

function sideSupport(from: Point, to: Point, edges: Edges): number {
  const { width, height, dx, dy, strength, least } = edges;
  const length = distance(from, to);
  if (length < 1) return 0;
  // To the right of a side that is followed clockwise is the inside.
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const steps = Math.max(Math.round(length / 3), 8);
  let found = 0;
  let outside = 0;
  for (let step = 0; step <= steps; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    let best = 0;
    let isOutside = true;
    for (let away = -2; away <= 2; away += 1) {
      const px = Math.round(x + normal.x * away);
      const py = Math.round(y + normal.y * away);
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue;
      isOutside = false;
      const here = py * width + px;
      if ((strength[here] ?? 0) < least * 0.6) continue;
      const inwards = (dx[here] ?? 0) * normal.x + (dy[here] ?? 0) * normal.y;
      best = Math.max(best, inwards / (strength[here] ?? 1));
    }
    if (isOutside) outside += 1;
    else if (best > 0.85) found += 1;
  }
  // Where the photo ends there is no edge to be seen; that speaks neither for nor against one.
  const seen = steps + 1 - outside;
  return seen < steps / 2 ? 0 : found / seen;
}

/** How far from where it was found a side may be, in pixels. */
const refineAwayPx = 4;
const refinePointsAtLeast = 12;

/** The angles of lines are whole degrees, which is pixels at the end of a side: so each side is fitted to its edge. */
function refined(corners: Corners, edges: Edges): Corners {
  const sides = corners.map((corner, at) => fitted(corner, corners[(at + 1) % 4] as Point, edges));
  const better = sides.map((side, at) => crossing(sides[(at + 3) % 4] as NormalLine, side));
  const isNear = better.every((corner, at) => distance(corner, corners[at] as Point) < 10);
  return isNear ? (better as unknown as Corners) : corners;
}

type NormalLine = Pick<Line, 'cos' | 'sin' | 'r'>;

function fitted(from: Point, to: Point, edges: Edges): NormalLine {
  const { width, height, dx, dy, least } = edges;
  const length = distance(from, to);
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const points: Point[] = [];
  // Corners are round, and what lies on them is not the page.
  for (let step = length * 0.06; step < length * 0.94; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / length;
    const y = from.y + ((to.y - from.y) * step) / length;
    let best = least * 0.6;
    let point: Point | null = null;
    for (let away = -refineAwayPx; away <= refineAwayPx; away += 0.5) {
      const place = { x: x + normal.x * away, y: y + normal.y * away };
      const [px, py] = [Math.round(place.x), Math.round(place.y)];
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue;
      const here = py * width + px;
      const inwards = (dx[here] ?? 0) * normal.x + (dy[here] ?? 0) * normal.y;
      if (inwards <= best) continue;
      best = inwards;
      point = place;
    }
    if (point) points.push(point);
  }
  const rough = lineThrough(from, normal);
  if (points.length < refinePointsAtLeast) return rough;
  const first = leastSquares(points, rough);
  const near = points.filter((point) => Math.abs(offsetOf(point, first)) < 1.5);
  return near.length < refinePointsAtLeast ? first : leastSquares(near, first);
}

const lineThrough = ({ x, y }: Point, normal: Point): NormalLine => ({
  cos: normal.x,
  sin: normal.y,
  r: x * normal.x + y * normal.y,
});

const offsetOf = ({ x, y }: Point, { cos, sin, r }: NormalLine) => x * cos + y * sin - r;

/** Through the middle of the points, turned by how their distance from the line changes along it. */
function leastSquares(points: readonly Point[], line: NormalLine): NormalLine {
  const count = points.length;
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / count,
    y: points.reduce((sum, { y }) => sum + y, 0) / count,
  };
  let along = 0;
  let both = 0;
  for (const { x, y } of points) {
    const t = (y - middle.y) * line.cos - (x - middle.x) * line.sin;
    const d = (x - middle.x) * line.cos + (y - middle.y) * line.sin;
    along += t * t;
    both += t * d;
  }
  const slope = both / along;
  const size = Math.hypot(1, slope);
  const normal = {
    x: (line.cos + slope * line.sin) / size,
    y: (line.sin - slope * line.cos) / size,
  };
  return lineThrough(middle, normal);
}
