import { useRef } from 'react';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { type EmailTemplate, templateLimits } from '../../../contract.ts';
import type { Errors, TemplateForm } from '../useTemplateForm.ts';
import { VariablesPicker } from './VariablesPicker.tsx';

type Box = HTMLInputElement | HTMLTextAreaElement;

interface Props {
  template: EmailTemplate;
  form: TemplateForm;
  errors: Errors;
}

export function TemplateFields({ template, form: { draft, change }, errors }: Props) {
  const html = useRef<HTMLTextAreaElement>(null);
  const lastFocused = useRef<Box>(null);
  const trackFocus = {
    onFocus: ({ currentTarget }: { currentTarget: Box }) => {
      lastFocused.current = currentTarget;
    },
  };
  const insert = (text: string) => {
    const box = lastFocused.current ?? html.current;
    if (box) insertAtCaret(box, text);
  };
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Subject"
        required
        readOnly={!template.canEdit}
        maxLength={templateLimits.subject}
        value={draft.subject}
        error={errors.subject}
        {...trackFocus}
        onChange={({ target }) => change({ subject: target.value })}
      />
      {template.canEdit && <VariablesPicker placeholders={template.placeholders} onPick={insert} />}
      <TextArea
        ref={html}
        label="HTML"
        required
        readOnly={!template.canEdit}
        rows={10}
        spellCheck={false}
        maxLength={templateLimits.html}
        inputClassName="font-mono text-sm!"
        value={draft.htmlTemplate}
        error={errors.htmlTemplate}
        {...trackFocus}
        onChange={({ target }) => change({ htmlTemplate: target.value })}
      />
      <TextArea
        label="Plain text"
        required
        readOnly={!template.canEdit}
        rows={6}
        maxLength={templateLimits.text}
        inputClassName="font-mono text-sm!"
        value={draft.textTemplate}
        error={errors.textTemplate}
        {...trackFocus}
        onChange={({ target }) => change({ textTemplate: target.value })}
      />
      <Checkbox
        label="Active"
        hint={
          template.canBeSwitchedOff
            ? 'When off, this email isn’t sent.'
            : 'Security emails are always sent. Without them people would be locked out.'
        }
        disabled={!template.canBeSwitchedOff || !template.canEdit}
        checked={draft.active}
        onCheckedChange={(active) => change({ active })}
      />
    </div>
  );
}

/** Inserts text at the caret as if it were typed, so that the browser can undo it. */
function insertAtCaret(box: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  box.focus();
  if (document.execCommand('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
