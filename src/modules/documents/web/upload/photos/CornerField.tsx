import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { areaOf, type Corners, isConvex, type Point } from './geometry.ts';

interface Props {
  picture: ImageBitmap;
  /** By how often 90 degrees clockwise the picture is turned. */
  turns: number;
  /** In fractions of the picture before it is turned. */
  corners: Corners;
  onChange: (corners: Corners) => void;
}

const names = ['Top left', 'Top right', 'Bottom right', 'Bottom left'] as const;
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const step = 0.004;
const longStep = 0.04;
const smallestArea = 0.02;

/** A photo with the corners of its page, which are dragged, or moved with the arrow keys. */
export function CornerField({ picture, turns, corners, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const isTurned = turns % 2 === 1;
  const width = isTurned ? picture.height : picture.width;
  const height = isTurned ? picture.width : picture.height;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.resetTransform();
    context.translate(width / 2, height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  }, [picture, turns, width, height]);

  const shown = corners.map((corner) => turnedBy(corner, turns));
  const move = (at: number, to: Point) => {
    const place = { x: Math.min(Math.max(to.x, 0), 1), y: Math.min(Math.max(to.y, 0), 1) };
    const back = turnedBy(place, 4 - turns);
    const next = corners.map((corner, nth) => (nth === at ? back : corner)) as unknown as Corners;
    if (isConvex(next) && areaOf(next) > smallestArea) onChange(next);
  };
  const drag = (at: number) => (event: PointerEvent) => {
    const box = field.current?.getBoundingClientRect();
    if (dragged !== at || !box) return;
    move(at, {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    });
  };
  const press = (at: number) => (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    const from = shown[at];
    if (!arrow || !from) return;
    event.preventDefault();
    const length = event.shiftKey ? longStep : step;
    move(at, { x: from.x + arrow.x * length, y: from.y + arrow.y * length });
  };
  const outline = shown.map(({ x, y }) => `${x} ${y}`).join(' L ');
  return (
    <div
      ref={field}
      style={{
        aspectRatio: `${width} / ${height}`,
        width: `min(100%, ${(width / height) * 52}dvh)`,
      }}
      className="relative mx-auto touch-none select-none"
    >
      <canvas ref={canvas} width={width} height={height} className="block size-full rounded-sm" />
      <svg
        aria-hidden="true"
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full"
      >
        <path d={`M 0 0 H 1 V 1 H 0 Z M ${outline} Z`} fillRule="evenodd" fillOpacity={0.45} />
        <path
          d={`M ${outline} Z`}
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          className="fill-none stroke-accent"
        />
      </svg>
      {shown.map(({ x, y }, at) => (
        <button
          key={names[at]}
          type="button"
          aria-label={`${names[at]} corner`}
          aria-description={`${percent(x)} from the left, ${percent(y)} from the top`}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          className="absolute flex size-11 -translate-1/2 cursor-grab items-center justify-center rounded-full active:cursor-grabbing"
          onKeyDown={press(at)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragged(at);
          }}
          onPointerMove={drag(at)}
          onPointerUp={() => setDragged(null)}
          onPointerCancel={() => setDragged(null)}
        >
          <span className="size-5 rounded-full border-2 border-accent bg-raised/70" />
        </button>
      ))}
      {dragged !== null && shown[dragged] && (
        <Loupe picture={canvas.current} place={shown[dragged]} />
      )}
    </div>
  );
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

function turnedBy(point: Point, turns: number): Point {
  let { x, y } = point;
  for (let turn = 0; turn < turns; turn += 1) [x, y] = [1 - y, x];
  return { x, y };
}

const loupePx = 112;

/** What is under the finger, beside it. */
function Loupe({ picture, place }: { picture: HTMLCanvasElement | null; place: Point }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !picture) return;
    const side = Math.max(picture.width, picture.height) / 8;
    context.fillStyle = '#000';
    context.fillRect(0, 0, loupePx, loupePx);
    const left = place.x * picture.width - side / 2;
    const top = place.y * picture.height - side / 2;
    context.drawImage(picture, left, top, side, side, 0, 0, loupePx, loupePx);
    context.strokeStyle = '#fff';
    context.beginPath();
    context.moveTo(loupePx / 2, loupePx / 4);
    context.lineTo(loupePx / 2, (loupePx * 3) / 4);
    context.moveTo(loupePx / 4, loupePx / 2);
    context.lineTo((loupePx * 3) / 4, loupePx / 2);
    context.stroke();
  }, [picture, place]);
  return (
    <canvas
      ref={canvas}
      width={loupePx}
      height={loupePx}
      className={`pointer-events-none absolute top-2 size-28 rounded-full border-2 border-accent ${
        place.x < 0.5 ? 'right-2' : 'left-2'
      }`}
    />
  );
}
