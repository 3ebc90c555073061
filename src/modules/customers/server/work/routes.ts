import type { Actor } from '../../../../platform/server/http/actor.ts';
import * as ups from '../../contract/ups.ts';
import * as calls from '../../contract/work.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { announce } from '../writing/announce.ts';
import { moveAppointment, setAppointment } from './appointments.ts';
import { finishTask, planTask } from './tasks.ts';
import { getToday, listWork } from './today.ts';
import { greet, listUps, recognize, stepUp } from './ups.ts';

export function addWorkRoutes({ platform, db, writes }: CustomerServices): void {
  const { routes } = platform;

  async function told<T extends { customerId: number }>(actor: Actor, done: T): Promise<T> {
    const { id, version } = await getSeen(db, actor, done.customerId);
    announce(platform, { id, version, by: actor.userId });
    return done;
  }

  routes.add(calls.getToday, ({ actor }) => getToday(db, actor));
  routes.add(calls.listWork, async ({ actor, params }) =>
    listWork(db, actor, (await getSeen(db, actor, params.customerId)).id),
  );
  routes.add(calls.addTask, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await planTask(db, actor, { ...params, body, ip }));
  });
  routes.add(calls.setTaskDone, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await finishTask(db, actor, { ...params, ...body, ip }));
  });
  routes.add(calls.addAppointment, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await setAppointment(db, actor, { ...params, body, ip }));
  });
  routes.add(calls.setAppointmentStatus, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await moveAppointment(db, actor, { ...params, ...body, ip }));
  });
  routes.add(ups.listUps, ({ actor, query }) => listUps(db, actor, query));
  routes.add(ups.addUp, async ({ actor, body }) => {
    await writes.consume(String(actor.userId));
    return greet(db, actor, body);
  });
  routes.add(ups.setUpStep, async ({ actor, params, body }) => {
    await writes.consume(String(actor.userId));
    return stepUp(db, actor, { ...params, ...body });
  });
  routes.add(ups.linkUp, async ({ actor, params, body }) => {
    await writes.consume(String(actor.userId));
    return recognize(db, actor, { ...params, ...body });
  });
}
