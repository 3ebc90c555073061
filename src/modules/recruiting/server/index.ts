import type { Platform } from '../../../platform/server/platform.ts';
import type { UploadUse } from '../../attachments/server/public.ts';
import * as calls from '../contract.ts';
import { countApplicants, getApplicant, listApplicants } from './applicants.ts';
import { getChoices } from './choices.ts';
import { eraseApplicant, eraseOld } from './erase.ts';
import { assessApplicant, cancelInterview, planInterview, saveInterview } from './interviews.ts';
import { addPapers, removePaper } from './papers.ts';
import {
  addPosition,
  countPositions,
  getPosition,
  listPositions,
  savePosition,
} from './positions.ts';
import { declareTopic } from './publish.ts';
import type { RecruitingDb } from './tables.ts';
import {
  addApplicant,
  addNote,
  type HirePart,
  hireApplicant,
  saveApplicant,
  setStage,
} from './writing.ts';

interface Parts extends HirePart {
  /** Of the other modules: a file that one of them has is not deleted with an applicant. */
  uses: readonly UploadUse[];
}

/**
 * Recruiting: positions, and the applicants for each with their papers, interviews and stage. HR of the store and the
 * hiring manager see all of a position, interviewers only whom they interview. An end of the application cancels the
 * interviews ahead. Who is hired goes on in onboarding; who was not is erased a year later. The activity log never says
 * who applied.
 */
export function recruitingModule(platform: Platform, parts: Parts): void {
  const { routes, jobs } = platform;
  const db: RecruitingDb = platform.db;
  const writes = platform.limits('recruiting', 300, 60);
  declareTopic(platform);
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(calls.listPositions, ({ actor, query }) => listPositions(db, actor, query));
  routes.add(calls.countPositions, ({ actor, query }) => countPositions(db, actor, query));
  routes.add(calls.addPosition, addPosition(platform, writes));
  routes.add(calls.getPosition, ({ actor, params }) => getPosition(db, actor, params.positionId));
  routes.add(calls.savePosition, savePosition(platform, writes));
  routes.add(calls.listApplicants, ({ actor, query }) => listApplicants(db, actor, query));
  routes.add(calls.countApplicants, ({ actor, query }) => countApplicants(db, actor, query));
  routes.add(calls.addApplicant, addApplicant(platform, writes));
  routes.add(calls.getApplicant, ({ actor, params }) =>
    getApplicant(db, actor, params.applicantId),
  );
  routes.add(calls.saveApplicant, saveApplicant(platform, writes));
  routes.add(calls.setStage, setStage(platform, writes));
  routes.add(calls.addNote, addNote(platform, writes));
  routes.add(calls.addPapers, addPapers(platform, writes));
  routes.add(calls.removePaper, removePaper(platform, writes, parts.uses));
  routes.add(calls.planInterview, planInterview(platform, writes));
  routes.add(calls.saveInterview, saveInterview(platform, writes));
  routes.add(calls.cancelInterview, cancelInterview(platform, writes));
  routes.add(calls.assessApplicant, assessApplicant(platform, writes));
  routes.add(calls.hireApplicant, hireApplicant(platform, writes, parts));
  routes.add(calls.eraseApplicant, eraseApplicant(platform, writes, parts.uses));
  jobs.schedule('recruiting.erase', '40 8 * * *', () => eraseOld(platform, parts.uses));
}
