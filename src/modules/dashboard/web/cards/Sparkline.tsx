import { type Points, pointsOf } from './points.ts';

/** A trend line by month; decorative, the table has the values. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const { runs, last }: Points = pointsOf(values);
  return (
    <span aria-hidden="true" className="relative block h-9 text-accent">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        <title>Month by month</title>
        <line
          x1={0}
          x2={100}
          y1={100}
          y2={100}
          vectorEffect="non-scaling-stroke"
          className="stroke-border"
        />
        {runs.map((run) => (
          <polyline
            key={run}
            points={run}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {last && (
        <span
          style={{ left: `${last.x}%`, top: `${last.y}%` }}
          className="absolute size-1.5 -translate-1/2 rounded-full bg-accent"
        />
      )}
    </span>
  );
}
