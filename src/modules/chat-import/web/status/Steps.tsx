import { useState } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import type { ChatImport } from '../../contract.ts';
import type { Edits } from '../plan/edits.ts';
import { stepsOf } from './stepsOf.ts';
import type { ImportActions } from './useImportActions.ts';

interface Props {
  file: ChatImport;
  edits: Edits | null;
  actions: ImportActions;
}

/** The actions available for an import. */
export function Steps({ file, edits, actions: { start, pending, isStopping } }: Props) {
  const can = stepsOf(file);
  return (
    <>
      {can.undo && (
        <Undo file={file} pending={pending === 'undo'} onUndo={() => start({ what: 'undo' })} />
      )}
      {can.stop && (
        <Button
          pending={isStopping}
          pendingLabel="Stopping…"
          onClick={() => start({ what: 'stop' })}
        >
          Stop
        </Button>
      )}
      {can.goOn && (
        <Button
          variant="primary"
          pending={pending === 'run'}
          onClick={() => start({ what: 'run', plan: null })}
        >
          Continue
        </Button>
      )}
      {can.run && (
        <Button
          variant="primary"
          pending={pending === 'run'}
          disabled={!can.canRun}
          onClick={() => start({ what: 'run', plan: edits })}
        >
          {`Import ${plural(chosenMessages(file), 'message')}`}
        </Button>
      )}
    </>
  );
}

const chosenMessages = ({ channels }: ChatImport) =>
  channels
    .filter(({ chosen, obstacle }) => chosen && obstacle === null)
    .reduce((sum, { messages }) => sum + messages, 0);

interface UndoProps {
  file: ChatImport;
  pending: boolean;
  onUndo: () => void;
}

function Undo({ file: { brought }, pending, onUndo }: UndoProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button variant="danger" pending={pending} onClick={() => setIsConfirming(true)}>
        Undo import
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Undo this import?"
        description={`${plural(brought.channels, 'conversation')} with ${plural(brought.messages, 'message')} will be deleted. Conversations someone has posted in since stay.`}
        confirmLabel="Undo import"
        danger
        onConfirm={() => {
          setIsConfirming(false);
          onUndo();
        }}
      />
    </>
  );
}
