import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { PrintSheet } from '../../../../platform/web/print/PrintSheet.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { conditionNames } from '../../contract/status.ts';
import { titleOf, type Vehicle } from '../../contract/vehicle.ts';
import { code128 } from './code128.ts';

/** Prints only the vehicle’s label. */
export function PrintLabel({ car }: { car: Vehicle }) {
  const [printing, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" />
        Print label
      </Button>
      {printing && (
        <PrintSheet onDone={done}>
          <div className="w-[4in]">
            <Label car={car} />
          </div>
        </PrintSheet>
      )}
    </>
  );
}

/** The window label: black on white in every theme, as scanners need it. */
function Label({ car }: { car: Vehicle }) {
  return (
    <svg viewBox="0 0 400 300" role="img" aria-label={`Label of ${car.stockNumber}`} fill="black">
      <rect width="400" height="300" fill="white" />
      <text x="20" y="34" fontSize="20" fontWeight="600">
        {titleOf(car)}
      </text>
      <text x="20" y="56" fontSize="13">
        {[storeNames[car.store], conditionNames[car.condition], milesOf(car.mileage), car.exterior]
          .filter(Boolean)
          .join(' · ')}
      </text>
      <text x="20" y="78" fontSize="13">
        {[car.lotLocation && `Location ${car.lotLocation}`, car.keyTag && `Key ${car.keyTag}`]
          .filter(Boolean)
          .join(' · ')}
      </text>
      <Barcode text={car.stockNumber} y={92} />
      <Barcode text={car.vin} y={196} />
    </svg>
  );
}

const fullWidth = 360;
const height = 66;

function Barcode({ text, y }: { text: string; y: number }) {
  const { bars, width } = code128(text);
  const module = Math.min(2, fullWidth / width);
  return (
    <g>
      <g transform={`translate(${200 - (width * module) / 2} ${y}) scale(${module} 1)`}>
        {bars.map((bar) => (
          <rect key={bar.x} x={bar.x} width={bar.width} height={height} />
        ))}
      </g>
      <text x="200" y={y + height + 16} fontSize="14" textAnchor="middle" fontFamily="monospace">
        {text}
      </text>
    </g>
  );
}
