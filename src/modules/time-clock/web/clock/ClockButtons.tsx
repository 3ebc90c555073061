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

/** Two buttons that say what a press does now: they turn over with the clock. */
export function ClockButtons({ status, pending, onPress }: ClockButtonsProps) {
  const isIn = status !== 'clocked_out';
  const onBreak = status === 'on_break';
  const shared = { pending, onPress };
  return (
    <div className="flex flex-wrap gap-2">
      <TurningButton {...shared} kind={isIn ? 'clock_out' : 'clock_in'} isNext={!isIn}>
        {isIn ? <LogOut aria-hidden="true" /> : <LogIn aria-hidden="true" />}
        {isIn ? 'Clock Out' : 'Clock In'}
      </TurningButton>
      <TurningButton
        {...shared}
        kind={onBreak ? 'break_end' : 'break_start'}
        isNext={onBreak}
        disabled={!isIn}
      >
        <Coffee aria-hidden="true" />
        {onBreak ? 'End Break' : 'Start Break'}
      </TurningButton>
    </div>
  );
}

interface TurningButtonProps extends Omit<ClockButtonsProps, 'status'> {
  kind: PunchKind;
  isNext: boolean;
  disabled?: boolean;
  children: ReactNode;
}

function TurningButton({ kind, isNext, disabled, pending, onPress, children }: TurningButtonProps) {
  const turned = useTurned(kind);
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      className="min-w-32"
      pending={pending === kind}
      disabled={disabled || (pending !== null && pending !== kind)}
      aria-disabled={turned || undefined}
      onClick={() => {
        if (!turned) onPress(kind);
      }}
    >
      {children}
    </Button>
  );
}
