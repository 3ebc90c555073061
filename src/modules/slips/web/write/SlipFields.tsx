import { useMemo } from 'react';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { PeoplePicker } from '../../../chat/web/public.ts';
import { contentMaxLength, labelMaxLength } from '../../contract.ts';
import { expiries, type SlipErrors, type SlipForm } from './form.ts';

interface Props {
  formId: string;
  /** The conversation's name. */
  name: string;
  me: number;
  /** Whether recipients can be chosen. */
  canChoose: boolean;
  form: SlipForm;
  errors: SlipErrors;
  /** Why it couldn't be posted; null: no error. */
  problem: string | null;
  onChange: (part: Partial<SlipForm>) => void;
}

export function SlipFields({ formId, form, errors, onChange, ...props }: Props) {
  const excludedIds = useMemo(() => new Set([props.me]), [props.me]);
  return (
    <>
      {props.problem && (
        <Notice tone="danger" live>
          {props.problem}
        </Notice>
      )}
      <TextField
        id={`${formId}-label`}
        label="Label"
        required
        maxLength={labelMaxLength}
        placeholder="SSN for the Carter deal"
        hint="Everyone in the conversation can read the label."
        value={form.label}
        error={errors.label}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextArea
        id={`${formId}-content`}
        label="Protected text"
        required
        rows={3}
        maxLength={contentMaxLength}
        spellCheck={false}
        value={form.content}
        error={errors.content}
        onChange={({ target }) => onChange({ content: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {props.canChoose && (
          <SelectField
            label="Who can open it"
            options={[
              { value: 'channel', label: `Everyone in ${props.name}` },
              { value: 'people', label: 'Selected people' },
            ]}
            value={form.recipientIds === null ? 'channel' : 'people'}
            onChange={({ target }) =>
              onChange({ recipientIds: target.value === 'people' ? [] : null })
            }
          />
        )}
        <SelectField
          label="Expires"
          options={expiries}
          value={form.expiresInSeconds}
          onChange={({ target }) => onChange({ expiresInSeconds: target.value })}
        />
      </div>
      {form.recipientIds !== null && (
        <PeoplePicker
          label="People"
          chosen={form.recipientIds}
          without={excludedIds}
          error={errors.recipientIds}
          onChange={(recipientIds) => onChange({ recipientIds })}
        />
      )}
      <Checkbox
        label="Each person can open it once"
        checked={form.once}
        onCheckedChange={(once) => onChange({ once })}
      />
    </>
  );
}
