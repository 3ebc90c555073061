import { Bar, Car, Face, Panel, Sheet } from './pieces.tsx';

const crowd = [
  { x: 60, y: 72 },
  { x: 104, y: 60 },
  { x: 84, y: 112 },
  { x: 54, y: 152 },
  { x: 108, y: 164 },
  { x: 66, y: 204 },
  { x: 110, y: 224 },
];

/** Many people, one email to those who consented, one vehicle that comes back. */
export function MarketingDrawing() {
  return (
    <Sheet label="An audience narrows to those who consented, an email, and a visit">
      {crowd.map(({ x, y }, index) => (
        <Face
          key={`${x}-${y}`}
          x={x}
          y={y}
          r={17}
          className={index % 3 === 1 ? 'fill-fill' : 'fill-accent-surface'}
        />
      ))}
      <path
        d="M140 52 214 122v52l-74 74"
        fill="none"
        strokeWidth="1.5"
        className="stroke-border-strong"
      />
      <Panel x={226} y={92} w={120} h={112} />
      <path
        d="m230 98 48 38q8 6 16 0l48-38"
        fill="none"
        strokeWidth="1.5"
        className="stroke-accent"
      />
      <Bar x={246} y={160} w={80} />
      <Bar x={246} y={176} w={52} />
      <path d="M360 148h34m-8-8 8 8-8 8" fill="none" strokeWidth="2" className="stroke-accent" />
      <path d="M396 190h64" strokeWidth="1.5" className="stroke-border-strong" />
      <Car x={398} y={188} scale={0.92} />
    </Sheet>
  );
}
