import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { Term } from '../../contract/credential.ts';
import { readNumber } from '../../contract.ts';

interface Props {
  credentialId: number;
  kind: string;
  term: Pick<Term, 'id' | 'number' | 'hasPrivateNumber'>;
  mayRead: boolean;
}

/** The number; a private one only on request, and never cached. */
export function TermNumber({ credentialId, kind, term, mayRead }: Props) {
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: () => call(readNumber, { params: { credentialId, termId: term.id } }),
    gcTime: 0,
    onError: (error) => toastFailure(error, 'Couldn’t show the number'),
  });
  if (term.number) return <span>{`No. ${term.number}`}</span>;
  if (!term.hasPrivateNumber) return null;
  if (!mayRead) return <span>Number on file</span>;
  return (
    <span className="inline-flex items-baseline gap-2">
      {data && <span className="font-mono text-text">{data.number}</span>}
      <button
        type="button"
        className="text-accent-strong underline-offset-2 hover:underline"
        aria-label={`${data ? 'Hide' : 'Show'} number of ${kind}`}
        aria-busy={isPending}
        onClick={() => (data ? reset() : isPending || mutate())}
      >
        {data ? 'Hide' : 'Show number'}
      </button>
    </span>
  );
}
