import { clsx } from 'clsx';
import { Pencil, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { documentHref, typeName } from '../../../documents/contract.ts';
import {
  clearStipulation,
  getJacket,
  type Jacket,
  type JacketStipulation,
  reopenStipulation,
} from '../../contract/jacket.ts';
import { Due } from '../parts/Due.tsx';
import { queries } from '../state/useJackets.ts';

const StipulationDialog = lazyPart(() => import('./StipulationDialog.tsx'), { place: 'dialog' });

/** What the lender of a deal wants; open ones first. */
export function Stipulations({ jacket }: { jacket: Jacket }) {
  const { stipulations, recordId: dealId, may } = jacket;
  const [edited, setEdited] = useState<JacketStipulation | 'new'>();
  const open = stipulations.filter(({ cleared }) => cleared === null).length;
  return (
    <RecordSection label="Stipulations" aside={open > 0 && `${open} open`}>
      {stipulations.length === 0 ? (
        <p className="text-sm text-muted">None yet.</p>
      ) : (
        <ul className="flex flex-col text-sm">
          {stipulations.map((one) => (
            <Line
              key={one.stipulationId}
              dealId={dealId}
              stipulation={one}
              mayChange={may.waive}
              onEdit={() => setEdited(one)}
            />
          ))}
        </ul>
      )}
      {may.addStipulations && (
        <Button size="sm" className="mt-2" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          Add stipulation
        </Button>
      )}
      <Suspense>
        {edited && (
          <StipulationDialog
            dealId={dealId}
            stipulation={edited === 'new' ? null : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </RecordSection>
  );
}

interface LineProps {
  dealId: number;
  stipulation: JacketStipulation;
  mayChange: boolean;
  onEdit: () => void;
}

function Line({ dealId, stipulation, mayChange, onEdit }: LineProps) {
  const { stipulationId, text, type, dueOn, isOverdue, cleared, version } = stipulation;
  const [document] = stipulation.documents;
  const { mutate, isPending } = useRecordChange({
    save: () => {
      const params = { stipulationId };
      return cleared
        ? call(reopenStipulation, { params, query: { version } })
        : call(clearStipulation, {
            params,
            body: { version, documentId: document?.documentId ?? null },
          });
    },
    recordKey: queryKeyFor(getJacket, { params: { record: 'deal', recordId: dealId } }),
    queries,
    failure: cleared ? 'Couldn’t open stipulation' : 'Couldn’t clear stipulation',
  });
  const waitsFor = !cleared && type !== null && !document ? typeName('deals', type) : null;
  return (
    <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 border-b border-border py-1">
      <span className="min-w-0 flex-1 basis-56">
        <span className={clsx('block', cleared && 'text-muted line-through')}>{text}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {cleared ? (
            `Cleared by ${cleared.by}, ${exactTime(cleared.at)}`
          ) : (
            <Due on={dueOn} isOverdue={isOverdue} />
          )}
          {cleared?.documentId && <Link href={documentHref(cleared.documentId)}>Document</Link>}
          {!cleared && document && (
            <Link href={documentHref(document.documentId)}>{document.title}</Link>
          )}
          {waitsFor && `Waits for: ${waitsFor}`}
        </span>
      </span>
      {mayChange && (
        <span className="flex gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-label={cleared ? `Reopen “${text}”` : `Clear “${text}”`}
            disabled={waitsFor !== null}
            pending={isPending}
            onClick={() => isPending || mutate()}
          >
            {cleared ? 'Reopen' : 'Clear'}
          </Button>
          {!cleared && (
            <IconButton label={`Edit “${text}”`} icon={Pencil} size="sm" onClick={onEdit} />
          )}
        </span>
      )}
    </li>
  );
}
