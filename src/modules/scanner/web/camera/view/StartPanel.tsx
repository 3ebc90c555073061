import { ScanBarcode } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';

interface Props {
  /** Only the button, because a result is shown below. */
  compact: boolean;
  onStart: () => void;
}

/** The placeholder for the camera, with its start button. */
export function StartPanel({ compact, onStart }: Props) {
  const button = (
    <Button
      variant="primary"
      className="min-w-48 self-start touch:h-12 touch:self-stretch"
      onClick={onStart}
    >
      {compact && <ScanBarcode aria-hidden="true" />}
      Start Scanning
    </Button>
  );
  if (compact) return <div className="flex flex-col">{button}</div>;
  return (
    <div className="flex flex-col items-center gap-4 rounded-md border border-dashed border-line px-4 py-10 text-center *:self-center">
      <ScanBarcode aria-hidden="true" className="size-8 stroke-[1.5] text-muted" />
      <p className="text-base text-text">Scan vehicle VINs and inventory barcodes</p>
      {button}
    </div>
  );
}
