import type { ChatImport } from '../../contract.ts';

type Standing = Pick<ChatImport, 'state' | 'kind' | 'done' | 'total' | 'brought' | 'failure'> & {
  channels: readonly Pick<ChatImport['channels'][number], 'chosen' | 'obstacle'>[];
};

/** What can be done with an import as it stands. */
export function stepsOf(file: Standing) {
  const { state, brought, channels } = file;
  const wasRun = brought.channels > 0 || brought.messages > 0;
  const hasChoice = channels.some(({ chosen, obstacle }) => chosen && obstacle === null);
  return {
    plan: state === 'read' && !wasRun,
    run: state === 'read' && !wasRun,
    /** What is chosen holds something that can come in. */
    canRun: hasChoice,
    goOn: hasChoice && (wasRun ? isUnfinished(file) : state === 'failed'),
    stop: state === 'importing',
    undo: wasRun && ['read', 'imported', 'failed'].includes(state),
  };
}

/** Ended before everything came in. */
const isUnfinished = ({ state, done, total }: Standing) =>
  state === 'failed' || state === 'read' || (state === 'imported' && done < total);
