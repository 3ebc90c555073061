import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';

interface Props {
  /** What one step is: `week`. */
  unit: 'week' | 'day';
  title: string;
  /** Whether today is in it. */
  isCurrent: boolean;
  currentLabel: string;
  onStep: (step: -1 | 1) => void;
  onCurrent: () => void;
}

/** Goes through weeks or days. */
export function Steps({ unit, title, isCurrent, currentLabel, onStep, onCurrent }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex">
        <IconButton label={`Previous ${unit}`} icon={ChevronLeft} onClick={() => onStep(-1)} />
        <IconButton label={`Next ${unit}`} icon={ChevronRight} onClick={() => onStep(1)} />
      </div>
      <h2 aria-live="polite" className="text-lg font-semibold text-text tabular-nums">
        {title}
      </h2>
      {!isCurrent && (
        <Button size="sm" onClick={onCurrent}>
          {currentLabel}
        </Button>
      )}
    </div>
  );
}
