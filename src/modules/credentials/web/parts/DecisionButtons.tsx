import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { inSentence } from '../../contract/labels.ts';
import { decideSubmission } from '../../contract.ts';
import { useCredentialChange } from '../state/useCredentials.ts';

interface Props {
  credential: { id: number; version: number; termId: number; kind: string };
  userId: number;
  /** In the accessible name, where several people are on one page. */
  employee?: string;
}

/** Verifies what an employee submitted, or returns it with a reason. */
export function DecisionButtons({ credential, userId, employee }: Props) {
  const { id, version, termId, kind } = credential;
  const [isReturning, setReturning] = useState(false);
  const decide = useCredentialChange(
    userId,
    'Couldn’t save the decision',
    (decision: { verify: boolean; reason?: string }) =>
      call(decideSubmission, {
        params: { credentialId: id },
        body: { version, termId, ...decision },
      }),
  );
  const what = employee ? `${kind} of ${employee}` : kind;
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Verify ${what}`}
        pending={decide.isPending && !isReturning}
        onClick={() => decide.isPending || decide.mutate({ verify: true })}
      >
        Verify
      </Button>
      <Button size="sm" aria-label={`Return ${what}`} onClick={() => setReturning(true)}>
        Return
      </Button>
      {isReturning && (
        <ReasonDialog
          title={`Return ${inSentence(kind)}`}
          verb="Return"
          maxLength={200}
          pending={decide.isPending}
          onClose={() => setReturning(false)}
          onSubmit={(reason) =>
            decide.mutate({ verify: false, reason }, { onSuccess: () => setReturning(false) })
          }
        />
      )}
    </>
  );
}
