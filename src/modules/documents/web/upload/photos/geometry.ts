/** A place in a picture: fractions of its width and height, or pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The corners of a page, clockwise from the one at its top left as it is read. */
export type Corners = readonly [Point, Point, Point, Point];

interface Size {
  width: number;
  height: number;
}

export const wholePhoto: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** The same page, read after a turn of 90 degrees clockwise. */
export const turned = ([a, b, c, d]: Corners): Corners => [d, a, b, c];

export const scaled = (corners: Corners, { width, height }: Size): Corners => {
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x * width, y: y * height }));
  return [a, b, c, d] as Corners;
};

const cross = (a: Point, b: Point, c: Point) =>
  (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether no side crosses another and no corner is bent inwards. */
export function isConvex(corners: Corners): boolean {
  const bends = corners.map((corner, at) =>
    cross(corner, corners[(at + 1) % 4] as Point, corners[(at + 2) % 4] as Point),
  );
  return bends.every((bend) => bend > 0) || bends.every((bend) => bend < 0);
}

export const areaOf = (corners: Corners): number =>
  Math.abs(
    corners.reduce((sum, { x, y }, at) => {
      const next = corners[(at + 1) % 4] as Point;
      return sum + x * next.y - next.x * y;
    }, 0),
  ) / 2;

/** Row by row; the last of the nine values is 1. */
type Projection = readonly number[];

/** Maps the unit square to a quadrilateral (Heckbert, 1989). */
export function projectionTo([a, b, c, d]: Corners): Projection {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  return [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ];
}

/**
 * How many times as high as wide the page is whose corners, in pixels, are seen in this photo. A page that is tilted away
 * looks shorter than it is; by how much follows from the vanishing points, as long as the photo was not cropped
 * (Zhang and He, 2003).
 */
export function heightToWidth(corners: Corners, photo: Size): number {
  const [a, b, c, d] = corners;
  const seen = (distance(a, d) + distance(b, c)) / (distance(a, b) + distance(d, c));
  const center = { x: photo.width / 2, y: photo.height / 2 };
  const [h11 = 0, h12 = 0, , h21 = 0, h22 = 0, , h31 = 0, h32 = 0] = projectionTo(
    corners.map(({ x, y }) => ({ x: x - center.x, y: y - center.y })) as unknown as Corners,
  );
  // Its sides are nearly parallel in the photo: it was taken from above, and looks as it is.
  const isFlat = Math.abs(h31 * h32) < 1e-3;
  const focal = -(h11 * h12 + h21 * h22) / (h31 * h32);
  const farthest = (4 * Math.max(photo.width, photo.height)) ** 2;
  if (isFlat || !(focal > 0) || focal > farthest) return seen;
  const width = Math.sqrt((h11 ** 2 + h21 ** 2) / focal + h31 ** 2);
  const height = Math.sqrt((h12 ** 2 + h22 ** 2) / focal + h32 ** 2);
  const ratio = height / width;
  // Corners placed by hand, far from those of a page: what is seen is the better guess.
  return ratio > 2 * seen || ratio < seen / 2 ? seen : ratio;
}
