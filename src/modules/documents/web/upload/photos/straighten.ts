import { type Corners, distance, heightToWidth, projectionTo, scaled } from './geometry.ts';

/** Red, green, blue and alpha, one byte each. */
export interface ColorImage {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** The size of the page that these corners enclose, at most so many pixels long and not larger than it was taken. */
function sizeOfPage(photo: { width: number; height: number }, corners: Corners, sidePx: number) {
  const [a, b, c, d] = scaled(corners, photo);
  const ratio = heightToWidth([a, b, c, d], photo);
  const across = Math.max(distance(a, b), distance(d, c));
  const down = Math.max(distance(a, d), distance(b, c));
  const width = Math.max(across, down / ratio);
  const scale = Math.min(1, sidePx / Math.max(width, width * ratio));
  return {
    width: Math.max(Math.round(width * scale), 1),
    height: Math.max(Math.round(width * ratio * scale), 1),
  };
}

/** The page within the corners, as if the camera had been straight above it. Corners in fractions of the photo. */
export function straighten(photo: ColorImage, corners: Corners, sidePx: number): ColorImage {
  const { width, height } = sizeOfPage(photo, corners, sidePx);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projectionTo(
    scaled(corners, photo),
  );
  const data = new Uint8ClampedArray(width * height * 4);
  const { data: from, width: columns, height: rows } = photo;
  for (let y = 0; y < height; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x += 1) {
      const u = (x + 0.5) / width;
      const w = g * u + h * v + 1;
      const sx = Math.min(Math.max((a * u + b * v + c) / w - 0.5, 0), columns - 1);
      const sy = Math.min(Math.max((d * u + e * v + f) / w - 0.5, 0), rows - 1);
      const [left, top] = [Math.floor(sx), Math.floor(sy)];
      const [fx, fy] = [sx - left, sy - top];
      const nw = (top * columns + left) * 4;
      const ne = left + 1 < columns ? nw + 4 : nw;
      const down = top + 1 < rows ? columns * 4 : 0;
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const above = (from[nw + channel] ?? 0) * (1 - fx) + (from[ne + channel] ?? 0) * fx;
        const below =
          (from[nw + down + channel] ?? 0) * (1 - fx) + (from[ne + down + channel] ?? 0) * fx;
        data[to + channel] = above * (1 - fy) + below * fy;
      }
      data[to + 3] = 255;
    }
  }
  return { data, width, height };
}

/** How many parts the longer side of a page is divided into: a part is wider than a letter, and smaller than a shadow. */
const parts = 40;
/** The paper in a shadow is darker, but what is darker still is a picture. */
const darkestPaper = 0.35;
/** Of the brightness of paper: what is darker is ink, and what is brighter is blank. */
const ink = 0.25;
const blank = 0.92;

/**
 * Makes the paper white and what is on it dark, so that shadows go and print can be read. The color of the paper is taken from
 * its brightest places nearby; the page keeps its colors. Changes the image.
 */
export function whiten({ data, width, height }: ColorImage): void {
  const part = Math.max(Math.ceil(Math.max(width, height) / parts), 4);
  const columns = Math.ceil(width / part);
  const rows = Math.ceil(height / part);
  const papers = [0, 1, 2].map((channel) => {
    const found = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        found[row * columns + column] = brightest(column, row, channel);
    const most = found.reduce((high, value) => Math.max(high, value), 1);
    const lifted = found.map((value) => Math.max(value, most * darkestPaper));
    return smooth(smooth(widened(lifted)));
  });
  const across = between(width, part, columns);
  const down = between(height, part, rows);
  for (let y = 0; y < height; y += 1) {
    const above = (down.first[y] ?? 0) * columns;
    const below = (down.second[y] ?? 0) * columns;
    const fy = down.share[y] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const [left, right, fx] = [across.first[x] ?? 0, across.second[x] ?? 0, across.share[x] ?? 0];
      for (let channel = 0; channel < 3; channel += 1) {
        const paper = papers[channel] as Float32Array;
        const near = (paper[above + left] ?? 1) * (1 - fx) + (paper[above + right] ?? 1) * fx;
        const far = (paper[below + left] ?? 1) * (1 - fx) + (paper[below + right] ?? 1) * fx;
        const at = (y * width + x) * 4 + channel;
        const brightness = (data[at] ?? 0) / (near * (1 - fy) + far * fy);
        data[at] = (255 * (brightness - ink)) / (blank - ink);
      }
    }
  }

  /** The brightness that a tenth of a part exceeds: its paper, and not a reflection on it. */
  function brightest(column: number, row: number, channel: number): number {
    const counts = new Uint32Array(256);
    let total = 0;
    const [right, bottom] = [
      Math.min((column + 1) * part, width),
      Math.min((row + 1) * part, height),
    ];
    for (let y = row * part; y < bottom; y += 2) {
      for (let x = column * part; x < right; x += 2) {
        const value = data[(y * width + x) * 4 + channel] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
        total += 1;
      }
    }
    let left = total / 10;
    for (let value = 255; value > 0; value -= 1) {
      left -= counts[value] ?? 0;
      if (left < 0) return value;
    }
    return 1;
  }

  /** A part full of ink has the paper of those beside it. */
  function widened(values: Float32Array): Float32Array {
    return around(values, (near) => Math.max(...near));
  }

  function smooth(values: Float32Array): Float32Array {
    return around(values, (near) => near.reduce((sum, value) => sum + value, 0) / near.length);
  }

  function around(values: Float32Array, of: (near: number[]) => number): Float32Array {
    return values.map((_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const near: number[] = [];
      for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, rows - 1); y += 1)
        for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, columns - 1); x += 1)
          near.push(values[y * columns + x] ?? 0);
      return of(near);
    });
  }
}

/** Between the middles of which two parts each pixel of a side lies, and how near to the second. */
function between(length: number, part: number, count: number) {
  const first = new Uint16Array(length);
  const second = new Uint16Array(length);
  const share = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    const place = Math.min(Math.max((at + 0.5) / part - 0.5, 0), count - 1);
    first[at] = Math.floor(place);
    second[at] = Math.min(Math.floor(place) + 1, count - 1);
    share[at] = place - Math.floor(place);
  }
  return { first, second, share };
}
