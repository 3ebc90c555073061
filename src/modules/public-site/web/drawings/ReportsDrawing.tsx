import { Bar, Panel, Sheet } from './pieces.tsx';

const groups = [
  { x: 64, heights: [64, 44, 52] },
  { x: 144, heights: [78, 50, 48] },
  { x: 224, heights: [70, 62, 66] },
  { x: 304, heights: [96, 70, 74] },
];
const tones = ['fill-store-ford', 'fill-store-hyundai', 'fill-store-chevrolet'];

/** Bars of three stores by month, and the rows behind one of them. */
export function ReportsDrawing() {
  return (
    <Sheet label="Bars for three stores by month, one of them opened to the rows it counts">
      <Panel x={32} y={32} w={352} h={170} />
      <Bar x={52} y={50} w={88} h={8} className="fill-text" />
      {[86, 118, 150].map((y) => (
        <path key={y} d={`M52 ${y}h312`} strokeWidth="1" className="stroke-border" />
      ))}
      <path d="M52 182h312" strokeWidth="1.5" className="stroke-border-strong" />
      {groups.map(({ x, heights }) =>
        heights.map((height, store) => (
          <rect
            key={`${x}-${tones[store]}`}
            x={x + store * 18}
            y={182 - height}
            width="14"
            height={height}
            rx="2"
            className={tones[store]}
          />
        )),
      )}
      <path
        d="M346 148q46 4 46 40"
        fill="none"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        className="stroke-accent"
      />
      <Panel x={200} y={188} w={248} h={80} className="fill-surface stroke-accent" />
      {[206, 226, 246].map((y, row) => (
        <g key={y}>
          <Bar x={218} y={y} w={52} className="fill-text" />
          <Bar x={290} y={y} w={row === 1 ? 60 : 84} />
          <Bar x={398} y={y} w={32} className="fill-accent" />
        </g>
      ))}
    </Sheet>
  );
}
