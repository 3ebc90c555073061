import { Bar, Car, Face, Panel, Sheet } from './pieces.tsx';

const events = [
  { y: 92, w: 150, tone: 'fill-accent' },
  { y: 142, w: 110, tone: 'fill-success' },
  { y: 192, w: 164, tone: 'fill-accent' },
  { y: 242, w: 96, tone: 'fill-warning' },
];

/** A household on the left, its history on the right. */
export function CustomersDrawing() {
  return (
    <Sheet label="A customer record with its timeline and the vehicles of the household">
      <Panel x={32} y={32} w={168} h={236} />
      <Face x={72} y={76} r={22} />
      <Face x={106} y={82} r={16} />
      <Bar x={52} y={116} w={96} h={8} className="fill-text" />
      <Bar x={52} y={134} w={126} />
      <Bar x={52} y={150} w={108} />
      <path d="M52 172h128" strokeWidth="1.5" className="stroke-border" />
      <Car x={54} y={214} scale={0.9} />
      <Car x={54} y={254} scale={0.9} className="fill-muted" />
      <Bar x={130} y={200} w={48} />
      <Bar x={130} y={240} w={34} />
      <Panel x={220} y={32} w={228} h={236} />
      <Bar x={240} y={52} w={72} h={8} className="fill-text" />
      <path d="M250 92v150" strokeWidth="1.5" className="stroke-border-strong" />
      {events.map(({ y, w, tone }) => (
        <g key={y}>
          <circle cx="250" cy={y} r="6" className={tone} />
          <Bar x={270} y={y - 8} w={w} />
          <Bar x={270} y={y + 6} w={w * 0.6} />
        </g>
      ))}
    </Sheet>
  );
}
