import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { checkActivity, exportActivity } from '../../../activity/contract.ts';
import type { Filters } from './ActivityFilters.tsx';

/** Export of the log, and verification that it was not changed. */
export function LogProof({ filters }: { filters: Filters }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: checkAll });
  const csvExport = useMutation({ mutationFn: () => saveFile(exportActivity, { body: filters }) });
  const failure = error ?? csvExport.error;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={csvExport.isPending} onClick={() => csvExport.mutate()}>
          <Download aria-hidden />
          Export as CSV
        </Button>
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          <ShieldCheck aria-hidden />
          Verify log
        </Button>
      </div>
      {failure && (
        <Notice tone="danger" live>
          {sentenceOf(failure)}
        </Notice>
      )}
      {data && <VerificationResult {...data} />}
    </div>
  );
}

/** Verifies the whole chain, a part at a time. */
async function checkAll() {
  let result = await call(checkActivity, { body: { behind: 0 } });
  while (result.broken === null && result.reached < result.length) {
    result = await call(checkActivity, { body: { behind: result.reached } });
  }
  return result;
}

type Result = Awaited<ReturnType<typeof checkAll>>;

function VerificationResult({
  broken,
  problem,
  entryId,
  length,
  hash,
  unsealed,
  anchored,
}: Result) {
  if (broken !== null) {
    const place = broken.toLocaleString('en-US');
    const entry = entryId === null ? '' : ` (id ${entryId.toLocaleString('en-US')})`;
    return (
      <Notice tone="danger" live title="The activity log was tampered with, or is incomplete">
        {problem === 'changed' && `Entry ${place}${entry} was changed after it was sealed.`}
        {problem === 'missing' && `Entry ${place}${entry} or its seal is missing.`}
        {problem === 'cut' &&
          `The end is missing: the log had ${plural(anchored?.length ?? 0, 'sealed entry', 'sealed entries')} and now has ${length.toLocaleString('en-US')}.`}
        {problem === 'replaced' &&
          `Entry ${place}${entry} does not match the seal stored outside the database.`}
        {problem === 'key' &&
          `Entry ${place}${entry} was sealed with a key this server does not have.`}
        {problem === 'anchor' &&
          'The file with the seals stored outside the database was changed, or its key is not on this server.'}
        {problem !== 'anchor' && ' Everything before it is unchanged.'}
      </Notice>
    );
  }
  return (
    <Notice tone="success" live title="No changes found">
      {length === 1
        ? 'The one sealed entry is unchanged'
        : `All ${plural(length, 'sealed entry', 'sealed entries')} are unchanged`}
      {unsealed > 0 &&
        `, and ${plural(unsealed, 'recent entry is', 'recent entries are')} about to be sealed`}
      {anchored &&
        `; the first ${anchored.length.toLocaleString('en-US')} also ${anchored.length === 1 ? 'matches' : 'match'} the seal stored outside the database`}
      . Keep this seal outside Forecourt to prove it later:{' '}
      <code className="break-all">{hash}</code>
    </Notice>
  );
}
