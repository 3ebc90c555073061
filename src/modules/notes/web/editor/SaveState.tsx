import { clsx } from 'clsx';
import type { EditingState, Phase } from '../notebook/editing.ts';

const phaseLabels: Record<Phase, string> = {
  saved: 'Saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  retrying: 'Not saved, retrying',
  disputed: 'Not saved: changed elsewhere too',
  refused: 'Not saved',
  gone: 'No longer available',
};

/** Whether the server has what is written, and never more than is true. */
export function SaveState({ state }: { state: EditingState }) {
  const isBad = ['retrying', 'disputed', 'refused'].includes(state.phase);
  return (
    <p role="status" className={clsx('text-xs', isBad ? 'text-warning-text' : 'text-muted')}>
      {phaseLabels[state.phase]}
      {state.problem && `: ${state.problem}`}
      {state.phase === 'retrying' && ' (kept on this device)'}
    </p>
  );
}
