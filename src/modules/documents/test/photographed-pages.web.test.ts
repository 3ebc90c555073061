import { expect, test } from 'vitest';
import { findPage, type GrayImage } from '../web/upload/photos/findPage.ts';
import {
  type Corners,
  distance,
  heightToWidth,
  isConvex,
  type Point,
  projectionTo,
  scaled,
  turned,
  wholePhoto,
} from '../web/upload/photos/geometry.ts';
import { type ColorImage, straighten, whiten } from '../web/upload/photos/straighten.ts';

const at = (...places: [number, number][]) =>
  places.map(([x, y]) => ({ x, y })) as unknown as Corners;

/** The page of a form: print in lines, a box around some of them; brightness by place, both in fractions. */
function formAt({ x, y }: Point): number {
  const isBox = x > 0.1 && x < 0.9 && y > 0.55 && y < 0.85;
  const isFrame = isBox && (x < 0.108 || x > 0.892 || y < 0.556 || y > 0.844);
  const isPrint = x > 0.15 && x < 0.82 && y > 0.08 && y < 0.95 && (y * 26) % 1 < 0.35;
  const isLetter = Math.sin(x * 190) > -0.3;
  return isFrame || (isPrint && isLetter) ? 60 : 235;
}

interface Scene {
  corners: Corners;
  width?: number;
  height?: number;
  /** The brightness of what the page lies on, by place. */
  table?: (place: Point) => number;
  /** How much light falls on a place, from 0 to 1. */
  light?: (place: Point) => number;
}

/** A photo of the form, with the grain of a phone’s camera. */
function photoOf(scene: Scene): GrayImage {
  const { corners, width = 240, height = 320 } = scene;
  const { table = () => 95, light = () => 1 } = scene;
  const inverse = invertedProjection(projectionTo(corners));
  const random = randomFrom(7);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const seen = { x: x / width, y: y / height };
      const place = inverse({ x: x + 0.5, y: y + 0.5 });
      const isPage = place.x > 0 && place.x < 1 && place.y > 0 && place.y < 1;
      const brightness = (isPage ? formAt(place) : table(seen)) * light(seen);
      data[y * width + x] = Math.min(Math.max(brightness + (random() - 0.5) * 12, 0), 255);
    }
  }
  return { data, width, height };
}

function invertedProjection(projection: readonly number[]) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = projection;
  return ({ x, y }: Point): Point => {
    const w = (d * h - e * g) * x + (b * g - a * h) * y + a * e - b * d;
    return {
      x: ((e * i - f * h) * x + (c * h - b * i) * y + b * f - c * e) / w,
      y: ((f * g - d * i) * x + (a * i - c * g) * y + c * d - a * f) / w,
    };
  };
}

function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function project(projection: readonly number[], { x, y }: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projection;
  const w = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

const tilted = at([52, 40], [196, 58], [214, 282], [24, 262]);

test('a projection maps the corners of a square to those of a page, and lines to lines', () => {
  const projection = projectionTo(tilted);
  for (const [nth, corner] of wholePhoto.entries()) {
    const to = project(projection, corner);
    expect(distance(to, tilted[nth] as Point)).toBeLessThan(1e-9);
  }
  const [a, b, c] = [0, 0.3, 1].map((x) => project(projection, { x, y: 0.4 })) as [
    Point,
    Point,
    Point,
  ];
  expect((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).toBeCloseTo(0, 6);
});

test('four turns are none, and a corner dragged past its neighbor is no page', () => {
  expect(turned(turned(turned(turned(tilted))))).toEqual(tilted);
  expect(turned(wholePhoto)[0]).toEqual({ x: 0, y: 1 });
  expect(isConvex(tilted)).toBe(true);
  expect(isConvex(at([52, 40], [10, 290], [214, 282], [24, 262]))).toBe(false);
  expect(isConvex(at([52, 40], [196, 58], [90, 120], [24, 262]))).toBe(false);
});

/** Where the corners of letter paper are seen by a camera that looks down at it, tilted and turned. */
function seen(tilt: number, turn: number, photo: { width: number; height: number }): Corners {
  const focal = photo.height * 0.9;
  const places = wholePhoto.map(({ x, y }) => {
    const [px, py] = [(x - 0.5) * 8.5, (y - 0.5) * 11];
    const [rx, ry] = [
      px * Math.cos(turn) - py * Math.sin(turn),
      px * Math.sin(turn) + py * Math.cos(turn),
    ];
    const away = 16 - ry * Math.sin(tilt);
    return {
      x: photo.width / 2 + (focal * rx) / away,
      y: photo.height / 2 + (focal * ry * Math.cos(tilt)) / away,
    };
  });
  return places as unknown as Corners;
}

test.each([
  [0.5, 0.3],
  [0.7, 0.2],
  [0.35, -0.5],
  [0, 0.2],
])('letter paper tilted by %d and turned by %d keeps its shape', (tilt, turn) => {
  const photo = { width: 3_000, height: 4_000 };
  expect(heightToWidth(seen(tilt, turn, photo), photo)).toBeCloseTo(11 / 8.5, 1);
});

const diagonal = ({ x, y }: Point) => 1 - 0.55 * Math.min(Math.max((x + y - 0.5) * 1.2, 0), 1);
const wood = ({ x, y }: Point) => 90 + 18 * Math.sin(y * 60 + Math.sin(x * 9) * 2);

test.each<[string, Scene]>([
  ['straight on a table', { corners: at([40, 40], [200, 40], [200, 270], [40, 270]) }],
  ['tilted', { corners: tilted }],
  ['turned', { corners: at([96, 30], [214, 96], [150, 286], [22, 214]) }],
  ['on wood', { corners: tilted, table: wood }],
  ['in a shadow', { corners: tilted, light: diagonal }],
  ['on a light table', { corners: tilted, table: () => 190 }],
  ['across', { corners: at([30, 60], [290, 44], [300, 210], [22, 196]), width: 320, height: 240 }],
])('the corners of a page %s are found', (_, scene) => {
  const found = findPage(photoOf(scene));
  expect(found).not.toBeNull();
  for (const [nth, corner] of (found ?? wholePhoto).entries())
    expect(distance(corner, scene.corners[nth] as Point)).toBeLessThan(2);
});

test('where no page is seen none is found', () => {
  const everywhere = at([-80, -60], [330, -40], [340, 400], [-90, 390]);
  expect(findPage(photoOf({ corners: everywhere }))).toBeNull();
  const nowhere = at([500, 500], [600, 500], [600, 600], [500, 600]);
  expect(findPage(photoOf({ corners: nowhere, table: wood }))).toBeNull();
  expect(findPage(photoOf({ corners: nowhere, table: () => 128 }))).toBeNull();
});

function inColor({ data, width, height }: GrayImage): ColorImage {
  const color = new Uint8ClampedArray(width * height * 4);
  for (const [index, value] of data.entries()) color.set([value, value, value, 255], index * 4);
  return { data: color, width, height };
}

const brightnessAt = ({ data, width, height }: ColorImage, place: Point) =>
  data[(Math.floor(place.y * height) * width + Math.floor(place.x * width)) * 4] ?? 0;

test('a tilted page becomes a straight one', () => {
  const photo = photoOf({ corners: tilted });
  const size = { width: 1 / photo.width, height: 1 / photo.height };
  const page = straighten(inColor(photo), scaled(tilted, size), 1_000);
  expect(page.height).toBeGreaterThan(page.width);
  let wrong = 0;
  for (let y = 0.01; y < 1; y += 0.02) {
    for (let x = 0.01; x < 1; x += 0.02) {
      const isDark = brightnessAt(page, { x, y }) < 150;
      if (isDark !== formAt({ x, y }) < 150) wrong += 1;
    }
  }
  // Only where print begins and ends.
  expect(wrong).toBeLessThan(2_500 * 0.2);
  const corners = [0.02, 0.98].flatMap((x) => [0.02, 0.98].map((y) => ({ x, y })));
  for (const place of corners) expect(brightnessAt(page, place)).toBeGreaterThan(200);
});

test('a shadow goes, and print stays', () => {
  const whole = at([0, 0], [600, 0], [600, 800], [0, 800]);
  const page = inColor(photoOf({ corners: whole, width: 600, height: 800, light: diagonal }));
  const before = brightnessAt(page, { x: 0.97, y: 0.97 });
  whiten(page);
  let paper = 0;
  let print = 0;
  const count = { paper: 0, print: 0 };
  for (let y = 0.005; y < 1; y += 0.01) {
    for (let x = 0.005; x < 1; x += 0.01) {
      const value = brightnessAt(page, { x, y });
      if (formAt({ x, y }) > 150) {
        paper += value;
        count.paper += 1;
      } else {
        print += value;
        count.print += 1;
      }
    }
  }
  expect(before).toBeLessThan(140);
  expect(paper / count.paper).toBeGreaterThan(245);
  expect(print / count.print).toBeLessThan(70);
  expect(brightnessAt(page, { x: 0.97, y: 0.97 })).toBeGreaterThan(245);
});

test('a photo of something dark stays dark', () => {
  const data = new Uint8ClampedArray(400 * 400 * 4).fill(240);
  const isPicture = (x: number, y: number) => x > 100 && x < 300 && y > 100 && y < 300;
  for (let y = 0; y < 400; y += 1)
    for (let x = 0; x < 400; x += 1)
      if (isPicture(x, y)) data.set([30, 40, 50, 255], (y * 400 + x) * 4);
  const page = { data, width: 400, height: 400 };
  whiten(page);
  expect(brightnessAt(page, { x: 0.5, y: 0.5 })).toBeLessThan(60);
  expect(brightnessAt(page, { x: 0.1, y: 0.1 })).toBe(255);
});
