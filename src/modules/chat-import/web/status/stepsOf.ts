import type { ChatImport } from '../../contract.ts';

type StepFacts = Pick<ChatImport, 'state' | 'kind' | 'done' | 'total' | 'brought' | 'failure'> & {
  channels: readonly Pick<ChatImport['channels'][number], 'chosen' | 'obstacle'>[];
};

/** The actions available for an import in its state. */
export function stepsOf(file: StepFacts) {
  const { state, brought, channels } = file;
  const wasRun = brought.channels > 0 || brought.messages > 0;
  const hasChoice = channels.some(({ chosen, obstacle }) => chosen && obstacle === null);
  return {
    plan: state === 'read' && !wasRun,
    run: state === 'read' && !wasRun,
    /** Something that can be imported is selected. */
    canRun: hasChoice,
    goOn: hasChoice && (wasRun ? isUnfinished(file) : state === 'failed'),
    stop: state === 'importing',
    undo: wasRun && ['read', 'imported', 'failed'].includes(state),
  };
}

/** Ended before everything was imported. */
const isUnfinished = ({ state, done, total }: StepFacts) =>
  state === 'failed' || state === 'read' || (state === 'imported' && done < total);
