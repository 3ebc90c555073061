import type { ReactNode } from 'react';

/** Paper, lines and cars: the building blocks of the illustrations, in the colors of the theme. */
export function Sheet({ children, label }: { children: ReactNode; label: string }) {
  return (
    <svg viewBox="0 0 480 300" role="img" aria-label={label} className="block h-auto w-full">
      {children}
    </svg>
  );
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  className?: string;
}

export function Panel({ x, y, w, h, className = 'fill-surface stroke-border-strong' }: Box) {
  return <rect x={x} y={y} width={w} height={h} rx="8" strokeWidth="1.5" className={className} />;
}

/** A line of text. */
export function Bar({ x, y, w, h = 6, className = 'fill-fill' }: Omit<Box, 'h'> & { h?: number }) {
  return <rect x={x} y={y} width={w} height={h} rx={h / 2} className={className} />;
}

export function Tick({ x, y, done = true }: { x: number; y: number; done?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle
        r="9"
        strokeWidth="1.5"
        className={done ? 'fill-success-surface stroke-success' : 'fill-none stroke-border-strong'}
        strokeDasharray={done ? undefined : '3 3'}
      />
      {done && <path d="m-4 0 3 3 5-6" fill="none" strokeWidth="2" className="stroke-success" />}
    </g>
  );
}

interface CarProps {
  x: number;
  y: number;
  scale?: number;
  className?: string;
}

/** Side view; `x` and `y` are where the front bumper would touch the road. */
export function Car({ x, y, scale = 1, className = 'fill-accent' }: CarProps) {
  return (
    <g transform={`translate(${x} ${y - 27 * scale}) scale(${scale})`}>
      <path
        className={className}
        d="M2 18c0-4 2-6 7-7l9-2C22 4 27 1 34 1h8c7 0 11 3 15 8 6 1 9 3 9 8v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2Z"
      />
      <path className="fill-surface" d="M23 9c3-3 6-4 10-4v4ZM36 5h6c4 0 7 2 10 4H36Z" />
      <circle cx="17" cy="22" r="5.5" className="fill-text" />
      <circle cx="51" cy="22" r="5.5" className="fill-text" />
      <circle cx="17" cy="22" r="2" className="fill-surface" />
      <circle cx="51" cy="22" r="2" className="fill-surface" />
    </g>
  );
}

export function Face({
  x,
  y,
  r = 14,
  className = 'fill-accent-surface',
}: CarProps & { r?: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={r} className={className} />
      <circle cy={-r * 0.22} r={r * 0.34} className="fill-accent" />
      <path
        d={`M${-r * 0.62} ${r * 0.72}a${r * 0.62} ${r * 0.5} 0 0 1 ${r * 1.24} 0`}
        className="fill-accent"
      />
    </g>
  );
}
