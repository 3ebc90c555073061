import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { Placeholder } from '../../../contract.ts';

interface Props {
  placeholders: readonly Placeholder[];
  onPick: (text: string) => void;
}

/** The variables of a template; a click inserts one at the caret. */
export function VariablesPicker({ placeholders, onPick }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 text-sm font-medium text-text">Variables</legend>
      <div className="flex flex-wrap gap-1.5">
        {placeholders.map((placeholder) => (
          <Tooltip key={placeholder.name} label={descriptionOf(placeholder)}>
            <Button
              size="sm"
              className="font-mono"
              // Keeps the focus, and so the caret, in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(describeVariable(placeholder))}
            >
              {placeholder.name}
            </Button>
          </Tooltip>
        ))}
      </div>
    </fieldset>
  );
}

function descriptionOf({ kind, description, fields }: Placeholder): string {
  if (kind !== 'list') return description;
  return `${description}: ${fields.map(({ name }) => name).join(', ')}`;
}

function describeVariable({ name, kind, fields }: Placeholder): string {
  if (kind === 'text' || kind === 'link') return `{{${name}}}`;
  const inside = fields.map((field) => `{{${field.name}}}`).join('\n');
  return `{{#${name}}}\n${inside}\n{{/${name}}}`;
}
