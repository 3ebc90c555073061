import { Plus, X } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import {
  fewestOptions,
  mostOptions,
  optionMaxLength,
  type PollErrors,
  type PollForm,
} from './pollForm.ts';

interface Props {
  formId: string;
  form: PollForm;
  error: PollErrors['option'];
  onChange: (part: Partial<PollForm>) => void;
}

/** Two to ten answers to choose from. */
export function PollOptions({ formId, form, error, onChange }: Props) {
  const { options } = form;
  const focus = (index: number) =>
    requestAnimationFrame(() => document.getElementById(`${formId}-option-${index}`)?.focus());
  const add = () => {
    onChange({ options: [...options, ''] });
    focus(options.length);
  };
  const remove = (index: number) => {
    onChange({ options: options.toSpliced(index, 1) });
    focus(Math.max(0, index - 1));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-text">Options</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options have no other identity
        <div key={index} className="flex items-start gap-1">
          <TextField
            id={`${formId}-option-${index}`}
            label={`Option ${index + 1}`}
            labelHidden
            placeholder={`Option ${index + 1}`}
            maxLength={optionMaxLength}
            value={option}
            error={index === error?.index ? error.problem : undefined}
            className="flex-1"
            onChange={(event) => onChange({ options: options.with(index, event.target.value) })}
          />
          {options.length > fewestOptions && (
            <IconButton
              label={`Remove option ${index + 1}`}
              icon={X}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {options.length < mostOptions && (
        <Button variant="ghost" className="self-start" onClick={add}>
          <Plus aria-hidden="true" />
          Add option
        </Button>
      )}
    </fieldset>
  );
}
