import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import type { PunchKind } from '../../../time-clock/contract.ts';
import {
  type KioskPunched,
  type KioskWorker,
  pinMaxLength,
  punchAtKiosk,
  signInAtKiosk,
} from '../../contract.ts';
import { useIdle } from '../state/useIdle.ts';
import { inTime, isUnreached } from '../state/useKiosk.ts';
import { Done } from './Done.tsx';
import { Entry } from './Entry.tsx';
import { WorkerView } from './WorkerView.tsx';

const idleSeconds = 20;
/** From here on the countdown is shown. */
const warnSeconds = 10;

const unreached =
  'Not recorded: there is no connection. Try again, punch on your own device, or request a correction.';

interface Props {
  timezone: string;
  isOffline: boolean;
  /** The server refused a request, perhaps because the device was removed. */
  onRefused: () => void;
}

/** One person after the other: number, PIN, what to do, done. Nothing of one is left when the next begins. */
export function Ready(props: Props) {
  const [turn, setTurn] = useState(0);
  // A new turn is a new component: not even its memory holds what was typed before.
  return <Turn key={turn} {...props} onOver={() => setTurn(turn + 1)} />;
}

function Turn({ timezone, isOffline, onRefused, onOver }: Props & { onOver: () => void }) {
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [step, setStep] = useState<'number' | 'pin'>('number');
  const [missing, setMissing] = useState<string>();
  const [worker, setWorker] = useState<KioskWorker>();
  const [punched, setPunched] = useState<KioskPunched>();
  const signIn = useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: () => call(signInAtKiosk, { body: { number, pin } }, inTime()),
    onSuccess: setWorker,
    onError: onRefused,
    onSettled: () => setPin(''),
  });
  const punch = usePunch(worker, setPunched, onRefused);
  const isBusy = signIn.isPending || punch.pending !== null;
  const hasBegun = step === 'pin' || number !== '' || worker !== undefined;
  const left = useIdle(idleSeconds, hasBegun && !isBusy && !punched, onOver);

  if (worker && punched) {
    return <Done name={worker.name} punched={punched} timezone={timezone} onDone={onOver} />;
  }
  return (
    <>
      {worker ? (
        <WorkerView
          worker={worker}
          timezone={timezone}
          pending={punch.pending}
          error={punch.error}
          onPunch={punch.press}
          onCancel={onOver}
        />
      ) : step === 'number' ? (
        <Entry
          key="number"
          title="Clock in or out"
          label="Employee number"
          verb="Next"
          hasLetters
          maxLength={12}
          value={number}
          error={missing}
          disabled={isOffline}
          onChange={(value) => {
            setNumber(value);
            setMissing(undefined);
          }}
          onSubmit={() => {
            if (number === '') setMissing('Enter your employee number');
            else setStep('pin');
          }}
        />
      ) : (
        <Entry
          key="pin"
          isSecret
          title="Enter your PIN"
          label="PIN"
          verb="Continue"
          maxLength={pinMaxLength}
          value={pin}
          error={missing ?? (signIn.error ? signInError(signIn.error) : undefined)}
          disabled={isOffline}
          pending={signIn.isPending}
          onChange={(value) => {
            setPin(value);
            setMissing(undefined);
            if (signIn.error) signIn.reset();
          }}
          onSubmit={() => {
            if (pin === '') setMissing('Enter your PIN');
            else signIn.mutate();
          }}
          onCancel={onOver}
        />
      )}
      <p aria-hidden="true" className="pt-3 text-center text-sm text-muted tabular-nums">
        {hasBegun && !isBusy && left <= warnSeconds ? `Back to the start in ${left} s` : '\u00a0'}
      </p>
    </>
  );
}

const signInError = (error: unknown): string =>
  isUnreached(error) ? 'There is no connection. Try again.' : sentenceOf(error);

/** Repeats of one press share its id, so that a lost answer never becomes a second punch. */
function usePunch(
  worker: KioskWorker | undefined,
  onPunched: (punched: KioskPunched) => void,
  onRefused: () => void,
) {
  const [press, setPress] = useState<{ kind: PunchKind; clientId: string }>();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    gcTime: 0,
    retry: (count, failure) => count < 2 && isUnreached(failure),
    retryDelay: 1_000,
    mutationFn: (body: { kind: PunchKind; clientId: string }) =>
      call(punchAtKiosk, { body: { token: worker?.token ?? '', ...body } }, inTime()),
    onSuccess: onPunched,
    onError: onRefused,
  });
  return {
    pending: isPending ? (press?.kind ?? null) : null,
    error: error ? (isUnreached(error) ? unreached : sentenceOf(error)) : undefined,
    press(kind: PunchKind) {
      const isAgain = press?.kind === kind && isUnreached(error);
      const next = isAgain ? press : { kind, clientId: crypto.randomUUID() };
      setPress(next);
      mutate(next);
    },
  };
}
