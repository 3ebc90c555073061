import { useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import { useChatSettings } from '../state/settingsQuery.ts';
import { SettingsForm } from './SettingsForm.tsx';

export interface SettingsDialogProps {
  userId: number;
  open: boolean;
  onClose: () => void;
}

/** The chat notification settings; nothing changes before Save Changes. */
export default function ChatSettingsDialog({ userId, open, onClose }: SettingsDialogProps) {
  const formId = useId();
  const [saving, setSaving] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Chat Settings"
      description="These settings apply to all your devices."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={saving}>
            Save Changes
          </Button>
        </>
      }
    >
      <Contents id={formId} userId={userId} onSaving={setSaving} onSaved={onClose} />
    </Dialog>
  );
}

interface ContentsProps {
  id: string;
  userId: number;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

function Contents(props: ContentsProps) {
  const { data, error, refetch } = useChatSettings(props.userId);
  if (data) return <SettingsForm {...props} settings={data} />;
  if (!error) return <Spinner label="Loading settings" />;
  return <NotLoaded isInline what="settings" error={error} onRetry={refetch} />;
}
