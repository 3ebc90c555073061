import type { Actor } from '../../../../platform/server/http/actor.ts';
import * as ups from '../../contract/ups.ts';
import * as calls from '../../contract/work.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { publishChange } from '../writing/announce.ts';
import { changeAppointmentStatus, setAppointment } from './appointments.ts';
import { changeTaskDone, createTask } from './tasks.ts';
import { getToday, listWork } from './today.ts';
import { linkVisit, listUps, logVisit, setVisitStep } from './ups.ts';

export function addWorkRoutes({ platform, db, writes }: CustomerServices): void {
  const { routes } = platform;

  async function published<T extends { customerId: number }>(actor: Actor, changed: T): Promise<T> {
    const { id, version } = await getVisible(db, actor, changed.customerId);
    publishChange(platform, { id, version, by: actor.userId });
    return changed;
  }

  routes.add(calls.getToday, ({ actor }) => getToday(db, actor));
  routes.add(calls.listWork, async ({ actor, params }) =>
    listWork(db, actor, (await getVisible(db, actor, params.customerId)).id),
  );
  routes.add(calls.addTask, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return published(actor, await createTask(db, actor, { ...params, body, ip }));
  });
  routes.add(calls.setTaskDone, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return published(actor, await changeTaskDone(db, actor, { ...params, ...body, ip }));
  });
  routes.add(calls.addAppointment, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return published(actor, await setAppointment(db, actor, { ...params, body, ip }));
  });
  routes.add(calls.setAppointmentStatus, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return published(actor, await changeAppointmentStatus(db, actor, { ...params, ...body, ip }));
  });
  routes.add(ups.listUps, ({ actor, query }) => listUps(db, actor, query));
  routes.add(ups.addUp, async ({ actor, body }) => {
    await writes.consume(String(actor.userId));
    return logVisit(db, actor, body);
  });
  routes.add(ups.setUpStep, async ({ actor, params, body }) => {
    await writes.consume(String(actor.userId));
    return setVisitStep(db, actor, { ...params, ...body });
  });
  routes.add(ups.linkUp, async ({ actor, params, body }) => {
    await writes.consume(String(actor.userId));
    return linkVisit(db, actor, { ...params, ...body });
  });
}
