import type { Platform } from '../../../platform/server/platform.ts';
import { createSavedViews } from '../../../platform/server/records/savedViews.ts';
import * as views from '../contract/views.ts';
import * as calls from '../contract.ts';
import { listAccesses } from './accesses.ts';
import { declareTopics } from './publish.ts';
import { getChoices } from './reading/choices.ts';
import { countDocuments, listDocuments } from './reading/list.ts';
import { keepReading } from './reading-job.ts';
import { getDocument, listDocumentEvents } from './record/find.ts';
import { keepDocuments } from './retention.ts';
import { refreshAllWords } from './search/described.ts';
import type { DocumentServices } from './services.ts';
import { readArchive } from './serving/archive.ts';
import { readFile, readPageText } from './serving/file.ts';
import { readLayout } from './serving/layout.ts';
import { readPage, readThumbnail } from './serving/pictures.ts';
import { discardUpload, sendPiece, startUpload } from './uploads/receive.ts';
import { sweepUploads } from './uploads/sweep.ts';
import { addDocument } from './writing/add.ts';
import { arrangePages, extractPages } from './writing/pages.ts';
import { removeDocument, restoreDocument } from './writing/removal.ts';
import { fileDocument, saveDocument } from './writing/save.ts';
import { addVersion } from './writing/versions.ts';

/**
 * Documents: the files of deals, repair orders, parts, payables, policies and people, in cabinets. A file never
 * changes; what is new is a version beside it. Everything is found through the actor's cabinets and stores, and every
 * view and download is in the activity log before a byte leaves. No right opens the personnel files outside HR.
 */
export function documentsModule(platform: Platform): void {
  const { db, routes, storage, parsing, realtime, jobs, log, limits } = platform;
  const services: DocumentServices = { db, storage, parsing, realtime, jobs, log };
  const writes = limits('documents', 600, 60);
  const starts = limits('document-uploads', 2_000, 10 * 60);
  const previews = limits('document-previews', 120, 60);
  declareTopics(platform);
  routes.add(calls.listDocuments, ({ actor, query }) => listDocuments(db, actor, query));
  routes.add(calls.countDocuments, ({ actor, query }) => countDocuments(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  const savedViews = createSavedViews<views.ViewFilters>('document_views');
  routes.add(views.listViews, ({ actor }) => savedViews.list(db, actor));
  routes.add(views.saveView, async ({ actor, body }) => {
    await writes.consume(String(actor.userId));
    return savedViews.save(db, actor, body);
  });
  routes.add(views.deleteView, ({ actor, params }) => savedViews.remove(db, actor, params.viewId));
  routes.add(calls.getDocument, ({ actor, params }) => getDocument(db, actor, params.documentId));
  routes.add(calls.addDocument, addDocument(services, writes));
  routes.add(calls.saveDocument, saveDocument(services, writes));
  routes.add(calls.fileDocument, fileDocument(services, writes));
  routes.add(calls.addVersion, addVersion(services, writes));
  routes.add(calls.removeDocument, removeDocument(services, writes));
  routes.add(calls.restoreDocument, restoreDocument(services, writes));
  routes.add(calls.arrangePages, arrangePages(services, writes));
  routes.add(calls.extractPages, extractPages(services, writes));
  routes.add(calls.listDocumentEvents, ({ actor, params, query }) =>
    listDocumentEvents(db, actor, params.documentId, query.before),
  );
  routes.add(calls.listAccesses, ({ actor, params, query }) =>
    listAccesses(db, actor, params.documentId, query.before),
  );
  routes.add(calls.readFile, readFile(services));
  routes.add(calls.readPage, readPage(services));
  routes.add(calls.readPageText, readPageText(services));
  routes.add(calls.readLayout, readLayout(services, previews));
  routes.add(calls.readThumbnail, readThumbnail(services));
  routes.add(calls.readArchive, readArchive(services));
  routes.add(calls.startUpload, startUpload(services, starts));
  routes.add(calls.sendPiece, sendPiece(services));
  routes.add(calls.discardUpload, discardUpload(services));
  keepReading(services);
  jobs.schedule('documents.sweep', '23 9 * * *', () => sweepUploads(services));
  jobs.schedule('documents.refresh', '33 8 * * *', async () => {
    await keepDocuments(db);
    await refreshAllWords(db);
  });
}
