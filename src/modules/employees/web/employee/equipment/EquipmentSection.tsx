import { Pencil, Plus, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { EquipmentItem } from '../../../contract/employee.ts';
import { equipmentNames } from '../../state/labels.ts';
import type { EmployeeFile } from '../../state/useEmployees.ts';

const IssueDialog = lazyPart(() => import('./IssueDialog.tsx'), { place: 'dialog' });
const ReturnDialog = lazyPart(() => import('./ReturnDialog.tsx'), { place: 'dialog' });
const EquipmentDialog = lazyPart(() => import('./EquipmentDialog.tsx'), { place: 'dialog' });

/** What an employee has, and had: keys, plates, uniforms, devices. */
export function EquipmentSection({ file }: { file: EmployeeFile }) {
  const [dialog, setDialog] = useState<'issue' | 'return' | EquipmentItem>();
  const close = () => setDialog(undefined);
  const { equipment } = file.file;
  const out = equipment.filter(({ returned }) => returned === null);
  const back = equipment.filter(({ returned }) => returned !== null);
  const edit = file.may.change ? setDialog : undefined;
  return (
    <div className="flex flex-col gap-8">
      <RecordSection
        label="Issued"
        aside={
          file.may.change ? (
            <span className="flex gap-1">
              {out.length > 0 && (
                <Button size="sm" variant="ghost" onClick={() => setDialog('return')}>
                  <Undo2 aria-hidden="true" />
                  Return
                </Button>
              )}
              <Button size="sm" variant="ghost" onClick={() => setDialog('issue')}>
                <Plus aria-hidden="true" />
                Issue equipment
              </Button>
            </span>
          ) : (
            out.length > 0 && plural(out.length, 'item')
          )
        }
      >
        {out.length === 0 ? (
          <p className="text-sm text-muted">Nothing is issued to {file.name}.</p>
        ) : (
          <Items items={out} onEdit={edit} />
        )}
      </RecordSection>
      {back.length > 0 && (
        <RecordSection label="Returned" aside={plural(back.length, 'item')}>
          <Items items={back} onEdit={edit} />
        </RecordSection>
      )}
      <Suspense>
        {dialog === 'issue' && <IssueDialog file={file} onClose={close} />}
        {dialog === 'return' && <ReturnDialog file={file} items={out} onClose={close} />}
        {typeof dialog === 'object' && (
          <EquipmentDialog file={file} item={dialog} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

interface ItemsProps {
  items: readonly EquipmentItem[];
  onEdit: ((item: EquipmentItem) => void) | undefined;
}

function Items({ items, onEdit }: ItemsProps) {
  return (
    <ul className="flex flex-col">
      {items.map((item) => (
        <li
          key={item.id}
          className="flex items-start justify-between gap-3 border-b border-border py-2 last:border-b-0"
        >
          <div className="flex min-w-0 flex-col gap-0.5 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium text-text">{item.name}</span>
              <Badge>{equipmentNames[item.kind]}</Badge>
              {item.serial && <span className="font-mono text-xs text-muted">{item.serial}</span>}
            </span>
            {item.note && <span className="wrap-anywhere text-text">{item.note}</span>}
            <span className="text-xs text-muted">
              {`Issued ${calendarDay(item.issuedOn)} by ${item.issuedBy}`}
              {item.returned &&
                ` · returned ${calendarDay(item.returned.on)} to ${item.returned.to}`}
              {item.returned?.note && ` · ${item.returned.note}`}
            </span>
          </div>
          {onEdit && (
            <IconButton
              label={`Edit ${item.name}`}
              icon={Pencil}
              size="sm"
              onClick={() => onEdit(item)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
