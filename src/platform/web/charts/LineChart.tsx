import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { axisLine, ticks } from './axes.ts';
import { monthOf } from './months.ts';

interface Size {
  width: number;
  height: number;
}

interface Line {
  key: string;
  look: { stroke: string; strokeWidth?: number; strokeDasharray?: string };
  /** A value per month; null interrupts the line. */
  values: readonly (number | null)[];
}

interface Props {
  months: readonly string[];
  lines: readonly Line[];
  /** Values with a horizontal line, ascending: the first and the last one are the ends of the axis. */
  marks: readonly number[];
  format: (mark: number) => string;
  axisWidth: number;
  /** What the tooltip of a month shows. */
  tipOf: (at: number) => ReactNode;
  /** For print, where the container cannot be measured. */
  size?: Size;
}

const margin = { top: 8, right: 12, bottom: 30 };
/** The narrowest distance between two labels of months. */
const labelPx = 40;
const tipGapPx = 12;

/**
 * Lines over months. Fills its container; hidden from assistive technology, which reads the table of the same figures.
 * Drawn without a library, which would add 106 kB (gzip) to the 158 kB of the dashboard.
 */
export function LineChart({ size: fixed, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState<Size | null>(null);
  const [at, setAt] = useState<number | null>(null);
  useLayoutEffect(() => {
    const observed = box.current;
    if (!observed) return;
    const measure = () =>
      setMeasured({ width: observed.clientWidth, height: observed.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);

  const size = fixed ?? measured;
  const plot = size && plotOf(props, size);
  const show = (clientX: number) => {
    if (!plot || !box.current) return;
    setAt(plot.nearest(clientX - box.current.getBoundingClientRect().left));
  };
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="relative h-full"
      onMouseMove={({ clientX }) => show(clientX)}
      onMouseLeave={() => setAt(null)}
      onTouchMove={({ touches }) => touches[0] && show(touches[0].clientX)}
    >
      {plot && <Drawing {...props} plot={plot} at={at} />}
      {plot && at !== null && (
        <div
          className="pointer-events-none absolute top-2 z-10"
          style={
            plot.x(at) > plot.width / 2
              ? { right: plot.width - plot.x(at) + tipGapPx }
              : { left: plot.x(at) + tipGapPx }
          }
        >
          {props.tipOf(at)}
        </div>
      )}
    </div>
  );
}

type Plot = ReturnType<typeof plotOf>;

function plotOf({ months, marks, axisWidth }: Props, { width, height }: Size) {
  const [least = 0] = marks;
  const most = marks.at(-1) ?? 1;
  const bottom = height - margin.bottom;
  const steps = Math.max(1, months.length - 1);
  const step = Math.max(0, width - axisWidth - margin.right) / steps;
  return {
    width,
    height,
    bottom,
    step,
    left: axisWidth,
    right: width - margin.right,
    x: (at: number) => axisWidth + at * step,
    y: (value: number) => bottom - ((value - least) / (most - least || 1)) * (bottom - margin.top),
    /** The month at this distance from the left edge. */
    nearest: (px: number) =>
      Math.min(months.length - 1, Math.max(0, Math.round((px - axisWidth) / step))),
  };
}

function Drawing({
  months,
  lines,
  marks,
  format,
  plot,
  at,
}: Omit<Props, 'size'> & { plot: Plot; at: number | null }) {
  const { x, y, left, right, bottom, step } = plot;
  const every = Math.ceil(labelPx / step);
  return (
    <svg aria-hidden="true" width={plot.width} height={plot.height} className="block">
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={left} x2={right} y1={y(mark)} y2={y(mark)} stroke="var(--border)" />
          <text x={left - 8} y={y(mark)} dy="0.355em" textAnchor="end" {...ticks}>
            {format(mark)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} {...axisLine} />
      {months.map(
        (month, index) =>
          (months.length - 1 - index) % every === 0 && (
            <text key={month} x={x(index)} y={bottom + 20} textAnchor="middle" {...ticks}>
              {monthOf(month)}
            </text>
          ),
      )}
      {at !== null && <line x1={x(at)} x2={x(at)} y1={margin.top} y2={bottom} {...axisLine} />}
      {lines.map(({ key, look, values }) => (
        <g key={key}>
          <path data-line={key} d={pathOf(values, plot)} fill="none" strokeWidth={2} {...look} />
          {values.map(
            (value, index) =>
              value !== null && (
                <circle
                  key={months[index]}
                  cx={x(index)}
                  cy={y(value)}
                  r={index === at ? 4 : 2.5}
                  fill={look.stroke}
                />
              ),
          )}
        </g>
      ))}
    </svg>
  );
}

function pathOf(values: readonly (number | null)[], { x, y }: Plot): string {
  return values
    .map((value, at) => {
      if (value === null) return '';
      const isStart = (values[at - 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${x(at)} ${y(value)}`;
    })
    .join('');
}
