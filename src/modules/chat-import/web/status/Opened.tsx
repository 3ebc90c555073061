import type { ReactNode } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { ChatImport } from '../../contract.ts';
import { WaitingPane } from '../parts/Waiting.tsx';
import { Choices } from '../plan/Choices.tsx';
import type { Plan } from '../plan/usePlan.ts';
import { Result } from '../result/Result.tsx';
import { ImportStatus } from './ImportStatus.tsx';
import { Summary } from './Summary.tsx';
import { stepsOf } from './stepsOf.ts';

interface Props {
  file: ChatImport;
  plan: Plan;
  /** Why the last action failed. */
  error: Error | null | undefined;
  /** Back to the list. */
  leave: () => void;
  close: () => void;
}

/** One import: its export, status, plan, actions and result. */
export function Opened({ file, plan, error, leave, close }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <Summary file={file} onLeave={leave} />
      <ImportStatus file={file} />
      {error && (
        <Notice tone="danger" live title="Couldn’t complete the action">
          {sentenceOf(error)}
        </Notice>
      )}
      {partsOf({ file, plan, close })}
    </div>
  );
}

function partsOf({ file, plan, close }: Omit<Props, 'error' | 'leave'>): ReactNode {
  if (file.state === 'reading') return <WaitingPane />;
  if (stepsOf(file).plan) return <Choices file={file} plan={plan} />;
  // An unreadable export has no contents.
  return file.channels.length > 0 && <Result file={file} close={close} />;
}
