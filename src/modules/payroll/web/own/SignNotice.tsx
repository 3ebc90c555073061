import { Link } from 'wouter';
import { daysText } from '../../../../platform/contract/calendar.ts';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { useLivePayroll, useOwnPeriod } from '../state/usePayroll.ts';

/** Asks the user to sign the pay period that ended; nothing if there is none to sign. */
export function SignNotice() {
  useLivePayroll();
  const { data } = useOwnPeriod({});
  if (!data?.toSign) return null;
  const { startsOn, endsOn } = data.toSign;
  return (
    <Notice
      className="mb-4"
      title={`Your hours of ${daysText(startsOn, endsOn)} are ready to sign`}
      action={
        <Link
          href={`/utilities/timesheets?view=period&period=${startsOn}`}
          className={buttonClasses({ size: 'sm' })}
        >
          Check hours
        </Link>
      }
    />
  );
}
