import type { ReactNode } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import type { Term } from '../../contract/credential.ts';
import { TermNumber } from './TermNumber.tsx';

interface Props {
  term: Term;
  credentialId: number;
  /** In accessible names: `Driver license`. */
  what: string;
  mayReadNumber: boolean;
  children?: ReactNode;
}

/** What was entered for a term besides its expiry. */
export function TermFacts({ term, credentialId, what, mayReadNumber, children }: Props) {
  const { issuer, region, class: level, restrictions, issuedOn } = term;
  const facts = [
    [issuer, region].filter(Boolean).join(', '),
    level && `Class ${level}`,
    restrictions && `Restrictions: ${restrictions}`,
    issuedOn && `Issued ${calendarDay(issuedOn)}`,
  ].filter(Boolean);
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted">
      <TermNumber credentialId={credentialId} kind={what} term={term} mayRead={mayReadNumber} />
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {children}
    </p>
  );
}
