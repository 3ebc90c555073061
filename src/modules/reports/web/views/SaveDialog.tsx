import { call } from '../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useNewForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Description } from '../../contract/report.ts';
import { saveView, type View } from '../../contract/views.ts';
import type { PartialQuery } from '../state/address.ts';
import { queryLabel } from '../state/labels.ts';
import { useRefreshViews } from '../state/useViews.ts';
import { checkName } from './labels.ts';

interface Props {
  description: Description;
  reportQuery: PartialQuery;
  /** The schedule dialog opens next. */
  isForMail: boolean;
  onClose: () => void;
  onSaved: (view: View) => void;
}

interface Values {
  name: string;
  isShared: boolean;
}

export default function SaveDialog(props: Props) {
  const { description, reportQuery, isForMail, onClose, onSaved } = props;
  const refresh = useRefreshViews();
  const form = useNewForm<Values, View>({
    noun: 'view',
    emptyValues: () => ({ name: '', isShared: false }),
    resolver: checkedBy<Values>(checkName),
    save: ({ name, isShared }, { clientId }) =>
      call(saveView, {
        body: {
          clientId,
          name: name.trim(),
          report: description.id,
          question: reportQuery,
          isShared,
        },
      }),
    async onSaved(view) {
      await refresh();
      onSaved(view);
    },
  });
  return (
    <RecordSheet
      form={form}
      size="sm"
      className="gap-4"
      title={isForMail ? 'Save view to schedule it' : 'Save view'}
      description={`${description.title} · ${queryLabel(reportQuery, description)}`}
      saveLabel={isForMail ? 'Save and schedule' : 'Save view'}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" required maxLength={60} autoComplete="off" />
      <Checkbox
        label="Share this view"
        hint="Everyone who can read this report sees it, with figures for their own stores."
        checked={form.values.isShared}
        onCheckedChange={(isShared) => form.set('isShared', isShared)}
      />
    </RecordSheet>
  );
}
