import { Bar, Face, Panel, Sheet } from './pieces.tsx';

const days = [
  { x: 60, from: 92, h: 108 },
  { x: 108, from: 86, h: 118 },
  { x: 156, from: 104, h: 88 },
  { x: 204, from: 90, h: 112 },
  { x: 252, from: 96, h: 70 },
];

/** A week of hours with breaks, and the team. */
export function HrDrawing() {
  return (
    <Sheet label="A week of hours with breaks beside a small org chart">
      <Panel x={32} y={32} w={276} h={236} />
      <Bar x={52} y={52} w={76} h={8} className="fill-text" />
      {[92, 132, 172, 212].map((y) => (
        <path key={y} d={`M52 ${y}h236`} strokeWidth="1" className="stroke-border" />
      ))}
      {days.map(({ x, from, h }) => (
        <g key={x}>
          <rect x={x} y={from} width="28" height={h * 0.46} rx="4" className="fill-accent" />
          <rect
            x={x}
            y={from + h * 0.46 + 8}
            width="28"
            height={h * 0.46}
            rx="4"
            className="fill-accent"
          />
          <Bar x={x + 2} y={236} w={24} />
        </g>
      ))}
      <path
        d="M392 92v36m-40 44v-22q0-22 22-22h36q22 0 22 22v22"
        fill="none"
        strokeWidth="1.5"
        className="stroke-border-strong"
      />
      <Face x={392} y={68} r={24} />
      <Face x={352} y={192} r={20} />
      <Face x={432} y={192} r={20} />
      <Bar x={330} y={222} w={44} />
      <Bar x={410} y={222} w={44} />
    </Sheet>
  );
}
