import { ArrowDown } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../../../platform/web/ui/CountBadge.tsx';

interface Props {
  /** Messages that arrived below. */
  count: number;
  onClick: () => void;
}

export function JumpToLatest({ count, onClick }: Props) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button size="sm" className="pointer-events-auto bg-raised shadow-float" onClick={onClick}>
        <ArrowDown aria-hidden />
        Jump to latest
        <CountBadge count={count} label="new" />
      </Button>
    </div>
  );
}
