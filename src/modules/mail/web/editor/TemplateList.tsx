import { clsx } from 'clsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import type { EmailTemplate } from '../../contract.ts';
import { categoryName } from '../labels.ts';

interface Props {
  templates: readonly EmailTemplate[];
  shown: string;
  onChoose: (id: string) => void;
}

/** Next to the editor; on a phone a select field above it. */
export function TemplateList({ templates, shown, onChoose }: Props) {
  const options = templates.map(({ id, name, active }) => ({
    value: id,
    label: active ? name : `${name} (off)`,
  }));
  return (
    <nav aria-label="Email templates" className="self-start md:sticky md:top-0">
      <SelectField
        label="Template"
        className="md:hidden"
        options={options}
        value={shown}
        onChange={({ target }) => onChoose(target.value)}
      />
      <ul className="flex flex-col gap-0.5 max-md:hidden">
        {templates.map(({ id, name, category, active }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === shown || undefined}
              onClick={() => id !== shown && onChoose(id)}
              className={clsx(
                'flex w-full flex-col items-start gap-0.5 rounded-md px-2.5 py-2 text-left',
                id === shown ? 'bg-accent-surface text-accent-strong' : 'hover:bg-hover',
              )}
            >
              <span className="text-base font-medium">{name}</span>
              <span className="flex items-center gap-2 text-xs">
                {categoryName(category)}
                {!active && <Badge tone="warning">Off</Badge>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
