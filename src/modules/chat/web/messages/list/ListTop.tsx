import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import type { ChannelState } from '../../store/channelState.ts';

/** Fixed, and no row of the list, so that what comes in above a row never moves it. */
export const listTopHeight = 48;

interface Props {
  /** What stands where the conversation starts. */
  beginning: string;
  state: ChannelState;
  onOlder: () => void;
}

/** Where the list begins: the conversation's start, or what is before it and on its way. */
export function ListTop({ beginning, state, onOlder }: Props) {
  return (
    <div className="absolute inset-x-0 top-0 flex h-12 items-center justify-center gap-3 px-4 text-xs text-muted">
      {state.reachedStart ? (
        <span className="truncate">{beginning}</span>
      ) : state.older === 'failed' ? (
        <>
          Earlier messages could not be loaded
          <Button size="sm" onClick={onOlder}>
            Try again
          </Button>
        </>
      ) : (
        <Spinner label="Loading earlier messages" />
      )}
    </div>
  );
}
