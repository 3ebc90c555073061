import { useId, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import type { Shortcut } from '../../contract.ts';
import { ShortcutFormBody } from './ShortcutFormBody.tsx';
import { useSaveShortcut } from './useSaveShortcut.ts';
import { useShortcutForm } from './useShortcutForm.ts';

interface Props {
  editing: Shortcut | 'new' | null;
  categories: readonly string[];
  close: () => void;
}

/** Adds or edits a shortcut. */
export function ShortcutDialog({ editing, categories, close }: Props) {
  // Keeps showing the last shortcut while the dialog fades out.
  const last = useRef<{ shortcut: Shortcut | undefined; turn: number }>(null);
  const opened = useRef<Props['editing']>(null);
  if (editing && editing !== opened.current) {
    const shortcut = editing === 'new' ? undefined : editing;
    last.current = { shortcut, turn: (last.current?.turn ?? 0) + 1 };
  }
  opened.current = editing;
  if (!last.current) return null;
  const { shortcut, turn } = last.current;
  return <ShortcutForm key={turn} {...{ shortcut, categories, close }} open={editing !== null} />;
}

interface FormProps {
  shortcut: Shortcut | undefined;
  categories: readonly string[];
  open: boolean;
  close: () => void;
}

function ShortcutForm({ shortcut, categories, open, close }: FormProps) {
  const formId = useId();
  const form = useShortcutForm(shortcut);
  const saving = useSaveShortcut(form, close);
  const [confirming, setConfirming] = useState(false);
  const leave = () => (form.isDirty ? setConfirming(true) : close());
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || leave()}
        dismissable={!form.isDirty}
        title={shortcut ? 'Edit Shortcut' : 'Add Shortcut'}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={Boolean(shortcut) && !form.isDirty}
              pending={saving.isPending}
              pendingLabel="Saving..."
            >
              {shortcut ? 'Save Shortcut' : 'Create Shortcut'}
            </Button>
          </>
        }
      >
        <ShortcutFormBody {...{ formId, form, saving, categories }} />
      </Dialog>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Discard your changes?"
        description="Your changes haven’t been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setConfirming(false);
          close();
        }}
      />
    </>
  );
}
