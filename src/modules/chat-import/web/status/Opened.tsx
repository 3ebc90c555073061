import type { ReactNode } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { ChatImport } from '../../contract.ts';
import { exportNames } from '../labels.ts';
import { WaitingPane } from '../parts/Waiting.tsx';
import { Choices } from '../plan/Choices.tsx';
import type { Plan } from '../plan/usePlan.ts';
import { Result } from '../result/Result.tsx';
import { ImportStatus } from './ImportStatus.tsx';
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

/** Summary of an export, in two lines. */
function Summary({ file, onLeave }: { file: ChatImport; onLeave: () => void }) {
  const { fileName, sizeBytes, kind, workspace, messages, files, from, until } = file;
  const name = workspace || fileName;
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 className="truncate text-base font-semibold">
          {kind ? `${name} (${exportNames[kind]})` : name}
        </h3>
        <p className="text-sm text-muted text-pretty">
          {[
            ...(from && until ? [spanOf(from, until)] : []),
            ...(kind
              ? [plural(messages, 'message'), plural(files, 'file')]
              : [fileSize(sizeBytes)]),
          ].join(' · ')}
        </p>
      </div>
      <Button size="sm" onClick={onLeave}>
        All imports
      </Button>
    </div>
  );
}

function spanOf(from: string, until: string): string {
  const first = dateText(from);
  const last = dateText(until);
  return first === last ? first : `${first} to ${last}`;
}
