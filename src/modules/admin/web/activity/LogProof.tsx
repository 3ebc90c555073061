import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { checkActivity, exportActivity } from '../../../activity/contract.ts';
import type { Filters } from './useActivity.ts';

/** What makes the log a proof: a copy to keep, and whether it is still as it was written. */
export function LogProof({ filters }: { filters: Filters }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: checkAll });
  const saving = useMutation({ mutationFn: () => saveFile(exportActivity, { body: filters }) });
  const failure = error ?? saving.error;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={saving.isPending} onClick={() => saving.mutate()}>
          <Download aria-hidden />
          Save as CSV
        </Button>
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          <ShieldCheck aria-hidden />
          Check that nothing was changed
        </Button>
      </div>
      {failure && (
        <Notice tone="danger" live>
          {sentenceOf(failure)}
        </Notice>
      )}
      {data && <Finding {...data} />}
    </div>
  );
}

/** All of the chain, a part at a time. */
async function checkAll() {
  let found = await call(checkActivity, { body: { behind: 0 } });
  while (found.broken === null && found.reached < found.length) {
    found = await call(checkActivity, { body: { behind: found.reached } });
  }
  return found;
}

type Found = Awaited<ReturnType<typeof checkAll>>;

function Finding({ broken, problem, entryId, length, hash, unsealed, anchored }: Found) {
  if (broken !== null) {
    const place = broken.toLocaleString('en-US');
    const entry = entryId === null ? '' : ` (id ${entryId.toLocaleString('en-US')})`;
    return (
      <Notice tone="danger" live title="The activity log was tampered with, or is incomplete">
        {problem === 'changed' && `Entry ${place}${entry} was changed after it was sealed.`}
        {problem === 'missing' && `Entry ${place}${entry} or its seal is missing.`}
        {problem === 'cut' &&
          `The end is missing: the log had ${anchored?.length.toLocaleString('en-US')} sealed entries and now has ${length.toLocaleString('en-US')}.`}
        {problem === 'replaced' &&
          `Entry ${place}${entry} is not the one whose seal was kept outside the database.`}
        {problem === 'key' && `Entry ${place}${entry} was sealed with a key this server lacks.`}
        {problem === 'anchor' &&
          'The file with the seals kept outside the database was changed, or its key is not on this server.'}
        {problem !== 'anchor' && ' Everything before it is unchanged.'}
      </Notice>
    );
  }
  return (
    <Notice tone="success" live title="Nothing was changed">
      All {length.toLocaleString('en-US')} sealed entries are what they were
      {unsealed > 0 &&
        `, and ${unsealed.toLocaleString('en-US')} of the last seconds will be sealed`}
      {anchored &&
        `; the first ${anchored.length.toLocaleString('en-US')} also match the seal kept outside the database`}
      . Keep this seal outside Forecourt to prove it later:{' '}
      <code className="break-all">{hash}</code>
    </Notice>
  );
}
