import { getTimezone } from '../../organization/server/public.ts';
import * as proofs from '../contract/proof.ts';
import * as contract from '../contract.ts';
import { confirmNotice } from './confirming/confirm.ts';
import { closeNotice, extendNotice, remindNotice } from './confirming/manage.ts';
import { getFollowed, getNotice, getNoticeState } from './find.ts';
import { listMyNotices } from './following/mine.ts';
import { listPeople } from './following/people.ts';
import { getNoticeProof, saveNoticeProof } from './following/proof.ts';
import { countAudience, postNotice } from './posting/post.ts';
import type { NoticeServices } from './services.ts';

export function addNoticeRoutes(services: NoticeServices): void {
  const { routes } = services.platform;
  routes.add(contract.postNotice, ({ actor, params, body, ip }) =>
    postNotice(services, actor, { ...params, ...body, ip }),
  );
  routes.add(contract.countAudience, async ({ actor, params, body }) => ({
    count: await countAudience(services, actor, params.channelId, body.audience),
  }));
  routes.add(contract.listMyNotices, ({ actor }) => listMyNotices(services.db, actor.userId));
  routes.add(contract.getNoticeState, async ({ actor, params }) =>
    getNoticeState(services, actor, await getNotice(services, actor, params.id)),
  );
  routes.add(contract.confirmNotice, ({ actor, params, ip }) =>
    confirmNotice(services, actor, { ...params, ip }),
  );
  routes.add(contract.listNoticePeople, async ({ actor, params }) => {
    await getFollowed(services, actor, params.id);
    return listPeople(services, params.id);
  });
  routes.add(contract.remindNotice, ({ actor, params, ip }) =>
    remindNotice(services, actor, { ...params, ip }),
  );
  routes.add(contract.closeNotice, ({ actor, params, ip }) =>
    closeNotice(services, actor, { ...params, ip }),
  );
  routes.add(contract.extendNotice, ({ actor, params, body, ip }) =>
    extendNotice(services, actor, { ...params, ...body, ip }),
  );
  routes.add(proofs.getNoticeProof, ({ actor, params }) =>
    getNoticeProof(services, actor, params.id),
  );
  routes.add(proofs.saveNoticeProof, async ({ actor, params }) =>
    saveNoticeProof(
      await getNoticeProof(services, actor, params.id),
      await getTimezone(services.db),
    ),
  );
}
