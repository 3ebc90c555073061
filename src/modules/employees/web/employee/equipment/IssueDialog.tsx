import { Plus, Trash2 } from 'lucide-react';
import { call } from '../../../../../platform/web/api/call.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import type { FormLine } from '../../../../../platform/web/forms/changes.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useNewForm } from '../../../../../platform/web/forms/useRecordForm.ts';
import { today } from '../../../../../platform/web/time/days.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { EmployeePage } from '../../../contract/employee.ts';
import { maxItemsAtOnce } from '../../../contract/fields.ts';
import { issueEquipment } from '../../../contract/writing.ts';
import { type EmployeeFile, useShowSaved } from '../../state/useEmployees.ts';
import { ItemFields, type ItemValues } from './ItemFields.tsx';

interface Values {
  issuedOn: string;
  items: (ItemValues & FormLine)[];
}

const emptyItem = (): Values['items'][number] => ({
  key: crypto.randomUUID(),
  kind: 'device',
  name: '',
  serial: '',
  note: '',
});

/** Issues several items at once. */
export default function IssueDialog({
  file,
  onClose,
}: {
  file: EmployeeFile;
  onClose: () => void;
}) {
  const showSaved = useShowSaved();
  const form = useNewForm<Values, EmployeePage>({
    noun: 'equipment',
    emptyValues: () => ({ issuedOn: today(), items: [emptyItem()] }),
    resolver: checkedBy(({ issuedOn, items }) => ({
      ...(!issuedOn && { issuedOn: 'Choose a day' }),
      ...Object.fromEntries(
        items.flatMap(({ name }, at) =>
          name.trim() ? [] : [[`items.${at}.name`, 'Enter what it is']],
        ),
      ),
    })),
    save: ({ issuedOn, items }, { clientId }) =>
      call(issueEquipment, {
        params: { employeeId: file.id },
        body: {
          clientId,
          issuedOn,
          items: items.map(({ kind, name, serial, note }) => ({ kind, name, serial, note })),
        },
      }),
    onSaved: (saved) => {
      showSaved(saved);
      onClose();
    },
  });
  const { items } = form.values;
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title="Issue equipment"
      description={file.name}
      saveLabel={items.length > 1 ? `Issue ${plural(items.length, 'item')}` : 'Issue'}
      onClose={onClose}
    >
      <TextField label="Issued on" type="date" required max={today()} {...form.field('issuedOn')} />
      {items.map((item, at) => (
        <fieldset key={item.key} className="min-w-0 border-t border-border pt-3">
          <legend className="sr-only">{`Item ${at + 1}`}</legend>
          {items.length > 1 && (
            <div className="flex items-center justify-between pb-2">
              <span aria-hidden="true" className="text-sm font-semibold text-text">
                {`Item ${at + 1}`}
              </span>
              <IconButton
                label={`Remove item ${at + 1}`}
                icon={Trash2}
                size="sm"
                onClick={() => form.set('items', items.toSpliced(at, 1))}
              />
            </div>
          )}
          <ItemFields
            values={item}
            errorOf={(name) => form.errorOf(`items.${at}.${name}`)}
            onChange={(values) => {
              form.set('items', items.with(at, { ...item, ...values }));
            }}
          />
        </fieldset>
      ))}
      {items.length < maxItemsAtOnce && (
        <div>
          <Button size="sm" onClick={() => form.set('items', [...items, emptyItem()])}>
            <Plus aria-hidden="true" />
            Add item
          </Button>
        </div>
      )}
    </RecordSheet>
  );
}
