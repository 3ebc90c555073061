import { Bar, Panel, Sheet, Tick } from './pieces.tsx';

const papers = [
  { y: 106, w: 120, done: true },
  { y: 138, w: 96, done: true },
  { y: 170, w: 132, done: true },
  { y: 202, w: 84, done: false },
  { y: 234, w: 108, done: true },
];

/** A deal jacket with its documents; one is still missing. */
export function DocumentsDrawing() {
  return (
    <Sheet label="A deal jacket with its checklist; one document is still missing">
      <path
        d="M40 60a8 8 0 0 1 8-8h64l12 16h108a8 8 0 0 1 8 8v184a8 8 0 0 1-8 8H48a8 8 0 0 1-8-8Z"
        strokeWidth="1.5"
        className="fill-accent-surface stroke-accent"
      />
      {[0, 1, 2].map((n) => (
        <g key={n} transform={`translate(${62 + n * 12} ${92 + n * 14}) rotate(${n * 3 - 3})`}>
          <Panel x={0} y={0} w={124} h={140} />
          <Bar x={16} y={20} w={56} h={8} className="fill-text" />
          {[44, 60, 76, 92].map((y) => (
            <Bar key={y} x={16} y={y} w={y === 92 ? 52 : 92} />
          ))}
        </g>
      ))}
      <Panel x={268} y={52} w={180} h={216} />
      <Bar x={288} y={72} w={80} h={8} className="fill-text" />
      {papers.map(({ y, w, done }) => (
        <g key={y}>
          <Tick x={298} y={y} done={done} />
          <Bar x={318} y={y - 3} w={w - 16} className={done ? 'fill-fill' : 'fill-warning'} />
        </g>
      ))}
    </Sheet>
  );
}
