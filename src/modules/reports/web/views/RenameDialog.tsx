import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { View } from '../../contract/views.ts';
import { getLatestView, updateView, useRefreshViews } from '../state/useViews.ts';
import { checkName } from './labels.ts';

export default function RenameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const refresh = useRefreshViews();
  const form = useRecordForm<{ name: string }, View>({
    noun: 'view',
    record: view,
    emptyValues: () => ({ name: '' }),
    valuesOf: ({ name }) => ({ name }),
    resolver: checkedBy(checkName),
    save: ({ name }, { version }) => updateView({ ...view, version }, { name: name.trim() }),
    getLatest: getLatestView,
    fieldNames: { name: 'Name' },
    fieldsWithValues: ['name'],
    async onSaved() {
      await refresh();
      onClose();
    },
  });
  return (
    <RecordSheet
      form={form}
      size="sm"
      title={`Rename “${view.name}”`}
      saveLabel="Rename"
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" required maxLength={60} autoComplete="off" />
    </RecordSheet>
  );
}
