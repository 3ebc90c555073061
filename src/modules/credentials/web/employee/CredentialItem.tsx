import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { Credential, EmployeeCredentials, Term } from '../../contract/credential.ts';
import { inSentence } from '../../contract/labels.ts';
import { removeCredential, restoreCredential, withdrawSubmission } from '../../contract.ts';
import { DecisionButtons } from '../parts/DecisionButtons.tsx';
import { StatusBadge } from '../parts/StatusBadge.tsx';
import { TermFacts } from '../parts/TermFacts.tsx';
import { expiryText } from '../state/labels.ts';
import { useCredentialChange } from '../state/useCredentials.ts';

const RevokeDialog = lazyPart(() => import('./RevokeDialog.tsx'), { place: 'dialog' });

interface Props {
  credential: Credential;
  data: EmployeeCredentials;
  onEdit: (task: 'renew' | 'correct') => void;
}

/** One credential: its status, its facts, what waits for HR, and its history. */
export function CredentialItem({ credential, data, onEdit }: Props) {
  const { kind, store, status, current, submitted, revoked, terms, may, graceUntil } = credential;
  const [latest] = terms;
  const earlier = terms.filter(({ id }) => id !== current?.id && id !== submitted?.id);
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium text-text">{kind.name}</span>
            <StatusBadge status={status} />
            {store && <StoreMark store={store} className="text-sm text-muted" />}
          </p>
          {current && (
            <>
              <p className="mt-0.5 text-sm text-text tabular-nums">
                {expiryText(current.expiresOn)}
                {graceUntil && `. Still counts until ${calendarDay(graceUntil)}`}
              </p>
              <Facts term={current} credential={credential} />
            </>
          )}
        </div>
        <div className="flex gap-1">
          {may.renew && (
            <Button
              size="sm"
              aria-label={`${current ? 'Renew' : 'Submit again'}: ${kind.name}`}
              onClick={() => onEdit('renew')}
            >
              {current ? 'Renew' : 'Submit again'}
            </Button>
          )}
          {may.manage && <ManageMenu credential={credential} data={data} onEdit={onEdit} />}
        </div>
      </div>
      {revoked && (
        <Notice tone="danger" title={`Revoked on ${calendarDay(revoked.on)}`}>
          <p>{revoked.reason}</p>
          <p>{`Entered by ${revoked.by}`}</p>
        </Notice>
      )}
      {submitted && <Submitted credential={credential} term={submitted} data={data} />}
      {!submitted && latest?.state === 'returned' && (
        <Notice
          tone="warning"
          title={latest.decidedBy ? `Returned by ${latest.decidedBy}` : 'Returned by HR'}
        >
          {latest.reason}
        </Notice>
      )}
      {earlier.length > 0 && <Earlier terms={earlier} credential={credential} />}
    </li>
  );
}

interface FactsProps {
  term: Term;
  credential: Credential;
}

const Facts = ({ term, credential: { id, kind, may } }: FactsProps) => (
  <TermFacts term={term} credentialId={id} what={kind.name} mayReadNumber={may.readNumber} />
);

interface SubmittedProps extends FactsProps {
  data: EmployeeCredentials;
}

/** What waits for HR. */
function Submitted({ credential, term, data }: SubmittedProps) {
  const { id, version, may, current, kind } = credential;
  const userId = data.employee.id;
  const withdraw = useCredentialChange(userId, 'Couldn’t withdraw submission', () =>
    call(withdrawSubmission, { params: { credentialId: id }, body: { version } }),
  );
  return (
    <Notice
      title={`${current ? 'Renewal' : 'Submitted'}: ${inSentence(expiryText(term.expiresOn))}`}
      action={
        <span className="flex flex-wrap gap-1">
          {may.withdraw && (
            <Button
              size="sm"
              pending={withdraw.isPending}
              onClick={() => withdraw.mutate(undefined)}
            >
              Withdraw
            </Button>
          )}
          {may.decide && (
            <DecisionButtons
              credential={{ id, version, termId: term.id, kind: kind.name }}
              userId={userId}
            />
          )}
        </span>
      }
    >
      <p>{`Submitted by ${term.enteredBy}, ${exactTime(term.enteredAt)}. Counts once HR has verified it.`}</p>
      <Facts term={term} credential={credential} />
    </Notice>
  );
}

const stateTexts: Record<Term['state'], string> = {
  verified: 'Verified',
  submitted: 'Submitted',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
};

function Earlier({ terms, credential }: { terms: readonly Term[]; credential: Credential }) {
  return (
    <details className="text-sm">
      <summary className="cursor-default text-muted hover:text-text">
        {`History (${terms.length})`}
      </summary>
      <ol className="mt-1 flex flex-col gap-2 border-l border-border pl-3">
        {terms.map((term) => (
          <li key={term.id}>
            <p className="text-text tabular-nums">
              {`${stateTexts[term.state]}: ${
                term.expiresOn ? `until ${calendarDay(term.expiresOn)}` : 'no expiry'
              }`}
            </p>
            <Facts term={term} credential={credential} />
            <p className="text-muted">
              {[
                `Entered by ${term.enteredBy}, ${exactTime(term.enteredAt)}`,
                term.reason && `Returned: ${term.reason}`,
              ]
                .filter(Boolean)
                .join('. ')}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function ManageMenu({ credential, data, onEdit }: Props) {
  const { id, version, kind, revoked } = credential;
  const userId = data.employee.id;
  const [open, setOpen] = useState<'revoke' | 'remove'>();
  const params = { credentialId: id };
  const restore = useCredentialChange(userId, 'Couldn’t restore credential', () =>
    call(restoreCredential, { params, query: { version } }),
  );
  const remove = useCredentialChange(userId, 'Couldn’t remove credential', () =>
    call(removeCredential, { params, query: { version } }),
  );
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton label={`More for ${kind.name}`} icon={Ellipsis} size="sm" />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => onEdit('correct')}>Correct</MenuItem>
          {revoked ? (
            <MenuItem onSelect={() => restore.mutate(undefined)}>Restore</MenuItem>
          ) : (
            <MenuItem onSelect={() => setOpen('revoke')}>Mark as revoked</MenuItem>
          )}
          <MenuSeparator />
          <MenuItem onSelect={() => setOpen('remove')}>Remove</MenuItem>
        </MenuContent>
      </Menu>
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={(next) => !next && setOpen(undefined)}
        title={`Remove ${inSentence(kind.name)}?`}
        description={`This removes it from ${data.employee.name}’s credentials. Do this only if it was entered by mistake.`}
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setOpen(undefined) })}
      />
      <Suspense>
        {open === 'revoke' && (
          <RevokeDialog
            credential={credential}
            userId={userId}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
