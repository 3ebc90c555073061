import { Bar, Car, Sheet } from './pieces.tsx';

/** A canopy over three vehicles, one per store. */
export function ForecourtDrawing() {
  return (
    <Sheet label="Three vehicles under one canopy">
      <path d="M62 56h376l-26 44H36Z" className="fill-accent" />
      <path d="M36 100h376v10H36Z" className="fill-accent-strong" />
      <path d="M86 110h12v112H86ZM350 110h12v112h-12Z" className="fill-border-strong" />
      <path d="M20 222h440v2H20Z" className="fill-border-strong" />
      {[28, 116, 204, 292, 380].map((x) => (
        <Bar key={x} x={x} y={252} w={56} h={8} />
      ))}
      <Car x={112} y={222} scale={1.02} className="fill-store-ford" />
      <Car x={190} y={222} scale={1.02} className="fill-store-hyundai" />
      <Car x={268} y={222} scale={1.02} className="fill-store-chevrolet" />
      <Car x={376} y={222} scale={1.02} className="fill-muted" />
      <circle cx="144" cy="132" r="4" className="fill-warning" />
      <circle cx="224" cy="132" r="4" className="fill-warning" />
      <circle cx="304" cy="132" r="4" className="fill-warning" />
      <path
        d="M144 110v18M224 110v18M304 110v18"
        fill="none"
        strokeWidth="1.5"
        className="stroke-border-strong"
      />
    </Sheet>
  );
}
