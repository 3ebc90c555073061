import type { ReactNode } from 'react';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { OwnerField } from './fields/OwnerField.tsx';
import { RequestFields } from './fields/RequestFields.tsx';
import type { RequestValues } from './form.ts';

interface Props {
  form: RecordForm<RequestValues>;
  channelId: string;
  title: string;
  description?: string;
  saveLabel: string;
  onClose: () => void;
  /** What the request is about. */
  children: ReactNode;
}

/** A dialog for type, due time and assignee of a request. */
export function RequestFormDialog({ channelId, children, ...sheet }: Props) {
  const { form } = sheet;
  return (
    <RecordSheet {...sheet} size="md" className="gap-4">
      {children}
      <RequestFields form={form} />
      <OwnerField
        channelId={channelId}
        ownerId={form.values.ownerId}
        error={form.errorOf('ownerId')}
        onChange={(ownerId) => form.set('ownerId', ownerId)}
      />
    </RecordSheet>
  );
}
