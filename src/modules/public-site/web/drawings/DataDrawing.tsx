import { Bar, Panel, Sheet, Tick } from './pieces.tsx';

const stores = [
  { y: 44, tone: 'fill-store-ford' },
  { y: 124, tone: 'fill-store-hyundai' },
  { y: 204, tone: 'fill-store-chevrolet' },
];

/** Three stores flow into one table; each reader sees only a part of it. */
export function DataDrawing() {
  return (
    <Sheet label="Records of three stores in one table, each row open only to those with access">
      {stores.map(({ y, tone }) => (
        <g key={y}>
          <Panel x={32} y={y} w={92} h={52} />
          <circle cx="54" cy={y + 26} r="8" className={tone} />
          <Bar x={72} y={y + 18} w={36} />
          <Bar x={72} y={y + 30} w={24} />
          <path
            d={`M124 ${y + 26}C170 ${y + 26} 160 150 204 150`}
            fill="none"
            strokeWidth="1.5"
            className="stroke-border-strong"
          />
        </g>
      ))}
      <Panel x={204} y={44} w={244} h={212} />
      <path d="M204 80h244" strokeWidth="1.5" className="stroke-border-strong" />
      <Bar x={224} y={60} w={48} className="fill-text" />
      <Bar x={300} y={60} w={48} className="fill-text" />
      {[96, 128, 160, 192, 224].map((y, row) => (
        <g key={y}>
          <circle cx="230" cy={y + 8} r="5" className={stores[row % 3]?.tone} />
          <Bar x={246} y={y + 5} w={row === 3 ? 30 : 40} />
          <Bar x={300} y={y + 5} w={row === 1 ? 52 : 74} />
          <Tick x={422} y={y + 8} done={row % 3 !== 2} />
        </g>
      ))}
    </Sheet>
  );
}
