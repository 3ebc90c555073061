import { Coffee, LogIn, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { ClockStatus, PunchKind } from '../../contract.ts';
import { useTurned } from './useTurned.ts';

interface ClockButtonsProps {
  status: ClockStatus;
  pending: PunchKind | null;
  onPress: (kind: PunchKind) => void;
}

/** Two buttons whose action and label follow the clock status. */
export function ClockButtons({ status, pending, onPress }: ClockButtonsProps) {
  const isIn = status !== 'clocked_out';
  const onBreak = status === 'on_break';
  const shared = { pending, onPress };
  return (
    <div className="flex flex-wrap gap-2">
      <ClockButton {...shared} kind={isIn ? 'clock_out' : 'clock_in'} isNext={!isIn}>
        {isIn ? <LogOut aria-hidden="true" /> : <LogIn aria-hidden="true" />}
        {isIn ? 'Clock Out' : 'Clock In'}
      </ClockButton>
      <ClockButton
        {...shared}
        kind={onBreak ? 'break_end' : 'break_start'}
        isNext={onBreak}
        disabled={!isIn}
      >
        <Coffee aria-hidden="true" />
        {onBreak ? 'End Break' : 'Start Break'}
      </ClockButton>
    </div>
  );
}

interface ClockButtonProps extends Omit<ClockButtonsProps, 'status'> {
  kind: PunchKind;
  isNext: boolean;
  disabled?: boolean;
  children: ReactNode;
}

function ClockButton({ kind, isNext, disabled, pending, onPress, children }: ClockButtonProps) {
  const justChanged = useTurned(kind);
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      className="min-w-32"
      pending={pending === kind}
      disabled={disabled || (pending !== null && pending !== kind)}
      aria-disabled={justChanged || undefined}
      onClick={() => {
        if (!justChanged) onPress(kind);
      }}
    >
      {children}
    </Button>
  );
}
