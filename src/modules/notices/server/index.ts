import type { Platform } from '../../../platform/server/platform.ts';
import { declareWatchedTopic } from '../../../platform/server/realtime/watched.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import * as proofs from '../contract/proof.ts';
import * as contract from '../contract.ts';
import { confirmNotice } from './confirming/confirm.ts';
import { closeNotice, extendNotice, remindNotice } from './confirming/manage.ts';
import { createProgressScheduler, updateProgress } from './confirming/progress.ts';
import { followDeletions, runRound } from './due/round.ts';
import { getFollowed, getNotice, getNoticeState } from './find.ts';
import { listMyNotices } from './following/mine.ts';
import { listPeople } from './following/people.ts';
import { getNoticeProof, saveNoticeProof } from './following/proof.ts';
import { countAudience, postNotice } from './posting/post.ts';
import type { NoticeServices } from './services.ts';
import { findSummaries, type Notices } from './summaries.ts';

/**
 * Notices that people must confirm: a stop-sale, a recall. The recipients are decided when it is posted and
 * kept as proof, with the time each of them confirmed. The module must never count a confirmation it has
 * not stored, notify twice of one fact, or show who has confirmed to anyone who may not follow the notice.
 */
export function noticesModule(platform: Platform, chat: ChatParts): Notices {
  const { db, jobs, log } = platform;
  const schedule = createProgressScheduler((id) => updateProgress(services, id));
  const services: NoticeServices = {
    platform,
    db,
    chat,
    scheduleProgress: ({ id }) =>
      schedule(id, (err) =>
        log.warn({ err, noticeId: id }, 'Failed to update the progress of a notice'),
      ),
  };
  addNoticeRoutes(services);
  handleNoticeWatching(services);
  followDeletions(services);
  jobs.schedule('notices.round', '* * * * *', () => runRound(services));
  return {
    post: (actor, command) => postNotice(services, actor, command),
    findSummaries: (actor, ids) => findSummaries(db, actor, ids),
  };
}

/** Sends the progress of a notice to those who may follow it, while it is on their screen. */
function handleNoticeWatching(services: NoticeServices): void {
  declareWatchedTopic(services.platform.realtime, {
    family: 'notice',
    event: contract.watchNotice,
    read: ({ noticeId, watching }) => ({ id: noticeId, watching }),
    canSee: async (actor, id) => {
      await getFollowed(services, actor, id);
      return true;
    },
  });
}

function addNoticeRoutes(services: NoticeServices): void {
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
