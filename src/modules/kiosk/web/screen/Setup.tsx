import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { useServerTime } from '../../../time-clock/web/public.ts';
import { type Kiosk, requestEnrollment } from '../../contract.ts';
import { BigButton } from '../parts/BigButton.tsx';
import { inTime, kioskKey } from '../state/useKiosk.ts';

/** Asks the server for a code, which makes this browser known to it. */
function useEnrollment() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(requestEnrollment, undefined, inTime()),
    onSuccess: (kiosk) => client.setQueryData(kioskKey, kiosk),
  });
}

/** A browser that is no kiosk: nothing happens until someone asks for a code. */
export function Setup({ isRemoved }: { isRemoved: boolean }) {
  const { mutate, isPending, error } = useEnrollment();
  return (
    <section className="flex flex-col gap-5">
      <h1 className="text-2xl font-semibold">
        {isRemoved ? 'This kiosk was removed' : 'Set up this device'}
      </h1>
      <p className="text-lg text-muted text-pretty">
        {isRemoved
          ? 'It can’t record punches anymore. A manager can add it again.'
          : 'Show a code here, then enter it in Forecourt as a manager: Timesheets, Kiosks, Add kiosk.'}
      </p>
      {error && (
        <Notice tone="danger" live>
          {sentenceOf(error, 'There is no connection. Try again.')}
        </Notice>
      )}
      <BigButton variant="primary" pending={isPending} onClick={() => mutate()}>
        Show a code
      </BigButton>
    </section>
  );
}

/** The code to enter. Once it has expired, the next request returns another state. */
export function Waiting({ enrollment }: { enrollment: NonNullable<Kiosk['enrollment']> }) {
  const { code } = enrollment;
  return (
    <section className="flex flex-col gap-5">
      <h1 className="text-2xl font-semibold">Enter this code in Forecourt</h1>
      <output
        aria-label={`Code ${[...code].join(' ')}`}
        className="rounded-md bg-sunken py-6 text-center font-mono text-[40px]/[48px] font-semibold tracking-widest sm:text-[48px]/[56px]"
      >
        {`${code.slice(0, 4)}-${code.slice(4)}`}
      </output>
      <ol className="flex list-decimal flex-col gap-1 pl-6 text-lg text-muted">
        <li>Sign in to Forecourt on your own computer or phone.</li>
        <li>Open Timesheets, Kiosks, Add kiosk.</li>
        <li>Enter the code, choose the store and name this device.</li>
      </ol>
      <p className="text-base text-muted">
        This page continues by itself. <Remaining until={enrollment.expiresAt} />
      </p>
    </section>
  );
}

function Remaining({ until }: { until: string }) {
  const minutes = Math.ceil((Date.parse(until) - useServerTime()) / 60_000);
  return (
    <span className="tabular-nums">
      {minutes <= 1
        ? 'The code is valid for 1 more minute.'
        : `The code is valid for ${minutes} more minutes.`}
    </span>
  );
}
