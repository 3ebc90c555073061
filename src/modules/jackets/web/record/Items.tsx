import { CircleCheck, CircleDashed, CircleMinus, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { documentHref, typeName } from '../../../documents/contract.ts';
import {
  getJacket,
  type Jacket,
  type JacketItem,
  type RequirementState,
  undoWaiver,
  waiveRequirement,
} from '../../contract/jacket.ts';
import { cabinetOf, conditionNames } from '../../contract/kinds.ts';
import { stateNames } from '../state/labels.ts';
import { queries } from '../state/useJackets.ts';

interface Props {
  jacket: Jacket;
  /** For those who file documents. */
  onUpload?: (type: string) => void;
}

const icons: Record<RequirementState, { icon: typeof CircleCheck; className: string }> = {
  missing: { icon: CircleDashed, className: 'text-warning-text' },
  received: { icon: CircleCheck, className: 'text-success-text' },
  waived: { icon: CircleMinus, className: 'text-muted' },
};

/** The checklist of a jacket, each document with its state and what can be done about it. */
export function Items({ jacket, onUpload }: Props) {
  const { record, recordId, items, may } = jacket;
  const [waived, setWaived] = useState<string>();
  const recordKey = queryKeyFor(getJacket, { params: { record, recordId } });
  const waive = useRecordChange({
    save: ({ type, reason }: { type: string; reason: string }) =>
      call(waiveRequirement, { params: { record, recordId, type }, body: { reason } }),
    recordKey,
    queries,
    failure: 'Couldn’t waive document',
    onSettled: () => setWaived(undefined),
  });
  const undo = useRecordChange({
    save: (type: string) => call(undoWaiver, { params: { record, recordId, type } }),
    recordKey,
    queries,
    failure: 'Couldn’t undo waiver',
  });
  const nameOf = (type: string) => typeName(cabinetOf[record], type);
  return (
    <>
      <ul className="grid gap-x-8 @2xl:grid-cols-2">
        {items.map((item) => (
          <li
            key={item.type}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 border-b border-border py-1 text-sm"
          >
            <State item={item} name={nameOf(item.type)} />
            {item.state === 'missing' && (
              <span className="flex gap-1">
                {onUpload && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Upload ${nameOf(item.type)}`}
                    onClick={() => onUpload(item.type)}
                  >
                    <Upload aria-hidden="true" />
                    Upload
                  </Button>
                )}
                {may.waive && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Waive ${nameOf(item.type)}`}
                    onClick={() => setWaived(item.type)}
                  >
                    Waive
                  </Button>
                )}
              </span>
            )}
            {item.state === 'waived' && may.waive && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Undo waiver of ${nameOf(item.type)}`}
                pending={undo.isPending && undo.variables === item.type}
                onClick={() => undo.isPending || undo.mutate(item.type)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {waived !== undefined && (
        <ReasonDialog
          title={`Waive ${nameOf(waived)}`}
          verb="Waive"
          maxLength={200}
          pending={waive.isPending}
          onClose={() => setWaived(undefined)}
          onSubmit={(reason) => waive.mutate({ type: waived, reason })}
        />
      )}
    </>
  );
}

function State({ item, name }: { item: JacketItem; name: string }) {
  const { icon: Icon, className } = icons[item.state];
  const [document, ...others] = item.documents;
  return (
    <span className="flex min-w-0 flex-1 basis-48 items-start gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <span className="min-w-0">
        <span className="block truncate text-text">
          {item.state === 'received' && document ? (
            <Link href={documentHref(document.documentId)}>{name}</Link>
          ) : (
            name
          )}
          <VisuallyHidden>{`, ${stateNames[item.state]}`}</VisuallyHidden>
        </span>
        <span className="block text-xs text-muted">{detailOf(item, others.length)}</span>
      </span>
    </span>
  );
}

function detailOf({ state, waiver, documents, condition }: JacketItem, others: number): string {
  if (state === 'waived' && waiver) {
    return `Waived by ${waiver.by}, ${exactTime(waiver.at)}: ${waiver.reason}`;
  }
  const [document] = documents;
  if (state === 'received') {
    if (!document) return 'Received';
    const more = others > 0 ? ` and ${others} more` : '';
    return `Received ${exactTime(document.addedAt)}${more}`;
  }
  return condition === 'always' ? 'Missing' : `Missing. ${conditionNames[condition]}.`;
}
