import type { Client } from '../../../../test/support/client.ts';
import type { Store } from '../../../platform/contract/access.ts';
import { password, type StageUser } from '../../admin/test/stage.ts';
import type { PunchKind } from '../../time-clock/contract.ts';
import { type ClockStage, openClockStage } from '../../time-clock/test/stage.ts';
import { addKiosk, setKioskRule } from '../contract/devices.ts';
import { setOwnPin } from '../contract/pins.ts';
import { getKiosk, punchAtKiosk, requestEnrollment, signInAtKiosk } from '../contract.ts';

/** A device: it keeps its cookie as a browser does, and has no session. */
export interface TestKiosk {
  id: number;
  name: string;
  client: Client;
  signIn(number: string, pin: string): ReturnType<typeof signIn>;
  /** Signs in and punches. */
  punch(
    worker: Worker,
    kind: PunchKind,
    clientId?: string,
  ): Promise<{ status: number; body: { error?: string } }>;
}

export interface Worker extends StageUser {
  number: string;
  pin: string;
}

export interface KioskStage extends ClockStage {
  /** A manager of the Ford store. */
  manager: StageUser;
  addDevice(store?: Store, name?: string): Promise<TestKiosk>;
  /** An employee of the Ford store with a PIN. */
  addWorker(overrides?: Parameters<ClockStage['addEmployee']>[0]): Promise<Worker>;
  setRule(store: Store, punchFrom: string, networks?: string[]): Promise<void>;
}

let count = 0;
export const goodPin = '7391';

const signIn = (client: Client, number: string, pin: string) =>
  client.call(signInAtKiosk, { body: { number, pin } });

/** Shows a code on a new device. */
export async function showCode(stage: Pick<ClockStage, 'client'>) {
  const client = stage.client();
  const { body } = await client.call(requestEnrollment);
  return { client, code: body.enrollment?.code ?? '' };
}

export async function openKioskStage(): Promise<KioskStage> {
  const stage = await openClockStage();
  const manager = await stage.addEmployee({ role: 'manager' });
  const leader = await stage.addEmployee({ role: 'general_manager', storeAccess: ['all'] });
  return {
    ...stage,
    manager,
    async addDevice(store = 'ford', name = `Kiosk ${++count}`) {
      const { client, code } = await showCode(stage);
      const body = { clientId: crypto.randomUUID(), code, store, name };
      const { body: device, status } = await leader.client.call(addKiosk, { body });
      if (status !== 201) throw new Error(`No kiosk was added: ${JSON.stringify(device)}`);
      return {
        id: device.id,
        name,
        client,
        signIn: (number, pin) => signIn(client, number, pin),
        async punch(worker, kind, clientId = crypto.randomUUID()) {
          const { body: signedIn, status: refused } = await signIn(
            client,
            worker.number,
            worker.pin,
          );
          if (refused !== 200) return { status: refused, body: signedIn as { error?: string } };
          const punched = { token: signedIn.token, clientId, kind };
          return client.call(punchAtKiosk, { body: punched }) as never;
        },
      };
    },
    async addWorker(overrides) {
      const person = await stage.addEmployee(overrides);
      const { status, body } = await person.client.call(setOwnPin, {
        body: { pin: goodPin, currentPassword: password },
      });
      if (status !== 200) throw new Error(`The PIN was refused: ${JSON.stringify(body)}`);
      return { ...person, number: body.number ?? '', pin: goodPin };
    },
    async setRule(store, punchFrom, networks = []) {
      const { version } = await stage.platform.db
        .selectFrom('kiosk_rules')
        .select('version')
        .where('store', '=', store)
        .executeTakeFirstOrThrow();
      const { status, body } = await leader.client.call(setKioskRule, {
        params: { store },
        body: { version, punchFrom: punchFrom as never, networks },
      });
      if (status !== 200) throw new Error(`The rule was refused: ${JSON.stringify(body)}`);
    },
  };
}

export const stateOf = async (client: Client) => (await client.call(getKiosk)).body;
