import { CircleAlert, Plus, Trash2 } from 'lucide-react';
import {
  type Department,
  departments,
  type Store,
  stores,
} from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type RequirementInput, requirementsAtMost } from '../../contract/kinds.ts';

interface Props {
  jobs: readonly RequirementInput[];
  error: string | undefined;
  onChange: (jobs: RequirementInput[]) => void;
}

/** The jobs that need a kind: by department, title and store, each of them or any. */
export function JobFields({ jobs, error, onChange }: Props) {
  const change = (at: number, changed: Partial<RequirementInput>) =>
    onChange(jobs.map((job, nth) => (nth === at ? { ...job, ...changed } : job)));
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="pb-1.5 text-sm font-medium text-text">Needed by</legend>
      {jobs.length === 0 && <p className="pb-2 text-sm text-muted">No job needs it.</p>}
      <ol className="flex flex-col gap-2">
        {jobs.map((job, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: jobs have no id, and are only added at the end
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-border pb-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <SelectField
              label={`Department of job ${at + 1}`}
              labelHidden
              className="max-sm:col-span-2"
              options={optionsOf('Any department', departments, departmentNames)}
              value={job.department ?? ''}
              onChange={({ target }) =>
                change(at, { department: (target.value as Department) || null })
              }
            />
            <TextField
              label={`Title of job ${at + 1}`}
              labelHidden
              className="max-sm:col-span-2"
              placeholder="Any title"
              maxLength={100}
              autoComplete="off"
              value={job.jobTitle ?? ''}
              onChange={({ target }) => change(at, { jobTitle: target.value || null })}
            />
            <SelectField
              label={`Store of job ${at + 1}`}
              labelHidden
              options={optionsOf('Any store', stores, storeNames)}
              value={job.store ?? ''}
              onChange={({ target }) => change(at, { store: (target.value as Store) || null })}
            />
            <IconButton
              label={`Remove job ${at + 1}`}
              icon={Trash2}
              size="sm"
              onClick={() => onChange(jobs.filter((_, nth) => nth !== at))}
            />
          </li>
        ))}
      </ol>
      {error && (
        <p className="flex items-start gap-1.5 pt-1.5 text-xs text-danger">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {jobs.length < requirementsAtMost && (
        <Button
          size="sm"
          className="mt-2"
          onClick={() => onChange([...jobs, { department: null, jobTitle: null, store: null }])}
        >
          <Plus aria-hidden="true" />
          Add job
        </Button>
      )}
    </fieldset>
  );
}
