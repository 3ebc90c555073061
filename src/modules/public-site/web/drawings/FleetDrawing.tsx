import { Bar, Car, Panel, Sheet } from './pieces.tsx';

const columns = [
  {
    x: 28,
    cards: [
      { tone: 'fill-accent', age: 20 },
      { tone: 'fill-muted', age: 34 },
    ],
  },
  { x: 138, cards: [{ tone: 'fill-store-ford', age: 52 }] },
  {
    x: 248,
    cards: [
      { tone: 'fill-accent', age: 44 },
      { tone: 'fill-store-chevrolet', age: 60 },
      { tone: 'fill-muted', age: 26 },
    ],
  },
  { x: 358, cards: [{ tone: 'fill-store-hyundai', age: 68 }] },
];

/** The recon board; the bar shows how long each vehicle has been in its stage. */
export function FleetDrawing() {
  return (
    <Sheet label="A board with the stages of reconditioning and a vehicle on each card">
      {columns.map(({ x, cards }, column) => (
        <g key={x}>
          <Panel x={x} y={32} w={96} h={236} className="fill-sunken stroke-border" />
          <Bar x={x + 14} y={46} w={column % 2 ? 44 : 58} h={8} className="fill-text" />
          {cards.map(({ tone, age }, row) => (
            <g key={tone}>
              <Panel x={x + 8} y={66 + row * 66} w={80} h={58} />
              <Car x={x + 20} y={104 + row * 66} scale={0.82} className={tone} />
              <Bar x={x + 14} y={112 + row * 66} w={68} h={4} />
              <Bar
                x={x + 14}
                y={112 + row * 66}
                w={age}
                h={4}
                className={age > 55 ? 'fill-danger' : age > 40 ? 'fill-warning' : 'fill-success'}
              />
            </g>
          ))}
        </g>
      ))}
    </Sheet>
  );
}
