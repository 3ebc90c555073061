import { type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Shortcut } from '../../contract.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { IconPicker } from './IconPicker.tsx';
import { LinkFields } from './LinkFields.tsx';
import type { useSaveShortcut } from './useSaveShortcut.ts';
import type { ShortcutForm } from './useShortcutForm.ts';

interface Props {
  formId: string;
  form: ShortcutForm;
  saving: ReturnType<typeof useSaveShortcut>;
  categories: readonly string[];
}

export function ShortcutFormBody({ formId, form, saving, categories }: Props) {
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
      <LinkFields {...{ form, categories }} fieldErrors={saving.fields} />
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
