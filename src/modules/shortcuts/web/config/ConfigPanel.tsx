import { type SubmitEvent, useId } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { shortcutSizes } from '../../contract/dashboard.ts';
import { BackgroundField } from './BackgroundField.tsx';
import type { ConfigDraft } from './useConfigDraft.ts';
import { useSaveConfig } from './useSaveConfig.ts';

const counts = (most: number) =>
  Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));
const sizes = shortcutSizes.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** Configures the dashboard for everyone. */
export function ConfigPanel({ draft }: { draft: ConfigDraft }) {
  const titleId = useId();
  const saving = useSaveConfig(draft);
  const { shown, set } = draft;
  const isBlank = !shown.title.trim();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBlank && !saving.invalid && !saving.isPending) saving.save();
  };
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-base font-semibold text-text">
        Dashboard Configuration
      </h3>
      <p className="mt-0.5 mb-4 text-sm text-muted">
        These settings apply to everyone in the group.
      </p>
      <form onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-4">
        <BackgroundField draft={draft} saving={saving} />
        <div className="grid gap-4 @md:grid-cols-2">
          <TextField
            label="Title"
            maxLength={100}
            value={shown.title}
            error={isBlank ? 'Title is required' : undefined}
            onChange={(event) => set('title', event.target.value)}
          />
          <TextField
            label="Subtitle"
            maxLength={200}
            value={shown.subtitle}
            onChange={(event) => set('subtitle', event.target.value)}
          />
        </div>
        <GridFields shown={shown} set={set} />
        <div>
          <Button type="submit" variant="primary" pending={saving.isPending} pendingLabel="Saving…">
            Save Configuration
          </Button>
        </div>
      </form>
    </section>
  );
}

function GridFields({ shown, set }: Pick<ConfigDraft, 'shown' | 'set'>) {
  return (
    <div className="grid grid-cols-2 gap-4 @md:grid-cols-3">
      <SelectField
        label="Columns"
        options={counts(Math.max(3, shown.gridColumns))}
        value={shown.gridColumns}
        onChange={(event) => set('gridColumns', Number(event.target.value))}
      />
      <SelectField
        label="Rows"
        options={counts(Math.max(4, shown.gridRows))}
        value={shown.gridRows}
        onChange={(event) => set('gridRows', Number(event.target.value))}
      />
      <SelectField
        label="Shortcut size"
        options={sizes}
        value={shown.shortcutSize}
        onChange={(event) => {
          const size = shortcutSizes.find((candidate) => candidate === event.target.value);
          if (size) set('shortcutSize', size);
        }}
      />
    </div>
  );
}
