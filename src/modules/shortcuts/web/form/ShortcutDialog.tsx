import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import {
  createShortcut,
  listShortcuts,
  newShortcut,
  type Shortcut,
  updateShortcut,
} from '../../contract.ts';
import { refreshShortcuts } from '../state/useShortcutActions.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { IconPicker } from './IconPicker.tsx';
import { LinkFields } from './LinkFields.tsx';
import { checkValues, emptyValues, fieldNames, type Values, valuesOf } from './values.ts';

interface Props {
  /** Absent for a new one. */
  shortcut?: Shortcut | undefined;
  categories: readonly string[];
  onClose: () => void;
}

/** Adds or edits a shortcut. */
export default function ShortcutDialog({ shortcut, categories, onClose }: Props) {
  const client = useQueryClient();
  const form = useRecordForm<Values, Shortcut>({
    noun: 'shortcut',
    record: shortcut,
    emptyValues,
    valuesOf,
    resolver: checkedBy(checkValues),
    async save(values, { version }) {
      try {
        if (!shortcut) {
          return await call(createShortcut, { body: { ...values, order: newShortcut.order } });
        }
        const params = { shortcutId: shortcut.id };
        return await call(updateShortcut, { params, body: { ...values, version } });
      } catch (error) {
        // The list may be outdated: the shortcut was changed or deleted, or the user is no administrator any more.
        if (error instanceof ApiError && error.status < 500) await refreshShortcuts(client);
        throw error;
      }
    },
    async getLatest(before) {
      const latest = client.getQueryData<Shortcut[]>(queryKeyFor(listShortcuts));
      return latest?.find(({ id }) => id === before.id) ?? before;
    },
    fieldNames,
    valueTexts: { title: String, url: String, description: String, category: String },
    failure: shortcut ? 'Failed to update Heimdall+ link' : 'Failed to create Heimdall+ link',
    async onSaved() {
      await refreshShortcuts(client);
      onClose();
    },
  });
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title={shortcut ? 'Edit Shortcut' : 'Add Shortcut'}
      saveLabel={shortcut ? 'Save Shortcut' : 'Create Shortcut'}
      needsEdit={Boolean(shortcut)}
      onClose={onClose}
    >
      <LinkFields form={form} categories={categories} />
      <IconPicker value={form.values.icon} onChange={(icon) => form.set('icon', icon)} />
      <AudienceFields form={form} />
      {shortcut && (
        <Checkbox
          label="Active"
          hint="Only administrators see inactive shortcuts."
          checked={form.values.isActive}
          onCheckedChange={(isActive) => form.set('isActive', isActive)}
        />
      )}
    </RecordSheet>
  );
}
