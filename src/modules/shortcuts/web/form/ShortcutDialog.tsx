import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Shortcut } from '../../contract.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { IconPicker } from './IconPicker.tsx';
import { LinkFields } from './LinkFields.tsx';
import { type ShortcutFormState, useSaveShortcut, useShortcutForm } from './useShortcutForm.ts';

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
  return (
    <ShortcutForm
      key={turn}
      shortcut={shortcut}
      categories={categories}
      close={close}
      open={editing !== null}
    />
  );
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
        <ShortcutFormBody formId={formId} form={form} saving={saving} categories={categories} />
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

interface ShortcutFormBodyProps {
  formId: string;
  form: ShortcutFormState;
  saving: ReturnType<typeof useSaveShortcut>;
  categories: readonly string[];
}

function ShortcutFormBody({ formId, form, saving, categories }: ShortcutFormBodyProps) {
  const element = useRef<HTMLFormElement>(null);
  const { attempt, values, set, base } = form;
  // Focus the first invalid field, so that it can be corrected right away.
  useEffect(() => {
    if (attempt === 0) return;
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby] input')
      ?.focus();
  }, [attempt]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!saving.isPending && form.check()) saving.save();
  };
  return (
    <form ref={element} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {saving.newer && <ConflictNotice newer={saving.newer} onLoad={form.rebase} />}
      {saving.failure && (
        <Notice tone="danger" live>
          {saving.failure}
        </Notice>
      )}
      <LinkFields form={form} categories={categories} fieldErrors={saving.fields} />
      <IconPicker value={values.icon} onChange={(icon) => set('icon', icon)} />
      <AudienceFields form={form} />
      {base && (
        <Checkbox
          label="Active"
          hint="Only administrators see inactive shortcuts."
          checked={values.isActive}
          onCheckedChange={(isActive) => set('isActive', isActive)}
        />
      )}
    </form>
  );
}

interface ConflictProps {
  newer: Shortcut;
  onLoad: (newer: Shortcut) => void;
}

function ConflictNotice({ newer, onLoad }: ConflictProps) {
  return (
    <Notice
      tone="warning"
      live
      title="Someone else changed this shortcut"
      action={
        <Button size="sm" onClick={() => onLoad(newer)}>
          Load the newer version
        </Button>
      }
    >
      Nothing was overwritten. Your changes stay when you load the newer version.
    </Notice>
  );
}
