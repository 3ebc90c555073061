import { clsx } from 'clsx';
import type { EditingState, Phase } from '../state/editing.ts';

const phaseLabels: Record<Phase, string> = {
  saved: 'Saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  retrying: 'Couldn’t save, retrying',
  conflict: 'Conflicting changes',
  rejected: 'Couldn’t save',
  gone: 'No longer available',
};

/** The save status of a note. */
export function SaveState({ state }: { state: EditingState }) {
  const isProblem = ['retrying', 'conflict', 'rejected'].includes(state.phase);
  return (
    <p role="status" className={clsx('text-xs', isProblem ? 'text-warning-text' : 'text-muted')}>
      {phaseLabels[state.phase]}
      {state.problem && `: ${state.problem}`}
      {state.phase === 'retrying' && ' (your changes are stored on this device)'}
    </p>
  );
}
