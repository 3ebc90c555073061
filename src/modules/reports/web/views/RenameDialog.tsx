import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { View } from '../../contract/views.ts';
import { updateView, useLatestView, useRefreshViews } from '../state/useViews.ts';
import { checkName } from './labels.ts';

/** All that a save sends, so that a rename keeps what someone else changed. */
type Values = Pick<View, 'name' | 'report' | 'question' | 'isShared'>;

const valuesOf = ({ name, report, question, isShared }: View): Values => ({
  name,
  report,
  question,
  isShared,
});

const fieldNames = { name: 'Name', report: 'Filters', question: 'Filters', isShared: 'Sharing' };

export default function RenameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const refresh = useRefreshViews();
  const getLatest = useLatestView();
  const form = useRecordForm<Values, View>({
    noun: 'view',
    record: view,
    emptyValues: () => valuesOf(view),
    valuesOf,
    resolver: checkedBy<Values>(checkName),
    save: (values, { version }) =>
      updateView({ ...view, ...values, version }, { name: values.name.trim() }),
    getLatest,
    fieldNames,
    valueTexts: { name: String, isShared: (isShared) => (isShared ? 'Shared' : 'Not shared') },
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
