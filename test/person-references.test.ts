import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../src/modules/admin/test/stage.ts';
import { createChannel } from '../src/modules/chat/contract/channels.ts';
import { getHandover, type Handover, handOver } from '../src/modules/onboarding/contract.ts';
import {
  dayFrom,
  type OnboardingStage,
  openOnboardingStage,
  start,
} from '../src/modules/onboarding/test/stage.ts';
import { postRequest } from '../src/modules/requests/contract.ts';
import { startWalk } from '../src/modules/vehicles/contract/lot/walks.ts';

/**
 * What becomes of every column that points to a person when that person leaves.
 * - `history`: who did something. It stays.
 * - `subject`: the record is about the person, such as their file or their hours. It stays as long as its own rules say.
 * - `ends`: personal settings, sessions, subscriptions, lists someone is on. It has no effect without the account.
 * - a condition: while it holds, someone has still to do something. It moves, or is canceled, with the handover.
 */
type Fate = 'history' | 'subject' | 'ends' | { open: RawBuilder<unknown> };

const always: Fate = { open: sql`true` };

const fates: Record<string, Fate> = {
  'activity_log.actor_id': 'history',
  'avatars.user_id': 'subject',
  'chat_channels.archived_by': 'history',
  'chat_channels.created_by': {
    open: sql`archived_at is null and type in ('public', 'private', 'team')`,
  },
  'chat_channels.user_high': 'subject',
  'chat_channels.user_low': 'subject',
  'chat_drafts.user_id': 'ends',
  'chat_import_people.user_id': 'history',
  'chat_import_undone.sender_id': 'history',
  'chat_import_undone.undone_by': 'history',
  'chat_imports.created_by': 'history',
  'chat_imports.run_by': 'history',
  'chat_members.added_by': 'history',
  'chat_members.user_id': 'ends',
  'chat_messages.deleted_by': 'history',
  'chat_messages.pinned_by': 'history',
  'chat_messages.sender_id': 'history',
  'chat_reads.user_id': 'ends',
  'chat_request_events.actor_id': 'history',
  'chat_request_events.owner_id': 'history',
  'chat_requests.asked_by': 'history',
  'chat_requests.closed_by': 'history',
  'chat_requests.owner_id': { open: sql`status = 'claimed' and withdrawn_at is null` },
  'chat_scheduled.user_id': { open: sql`state <> 'sent'` },
  'chat_settings.user_id': 'ends',
  'chat_stars.user_id': 'ends',
  'chat_thread_members.user_id': 'ends',
  'chat_uploads.uploader_id': 'history',
  'chat_viewing.user_id': 'ends',
  'credential_terms.created_by': 'history',
  'credential_terms.decided_by': 'history',
  'credentials.user_id': 'ends',
  'customer_appointment_steps.author_id': 'history',
  'customer_appointments.assigned_to': { open: sql`status in ('set', 'confirmed')` },
  'customer_appointments.created_by': 'history',
  'customer_consents.author_id': 'history',
  'customer_duplicates.dismissed_by': 'history',
  'customer_entries.author_id': 'history',
  'customer_households.created_by': 'history',
  'customer_merges.merged_by': 'history',
  'customer_merges.undone_by': 'history',
  'customer_stores.owner_id': always,
  'customer_tasks.assigned_to': { open: sql`done_at is null` },
  'customer_tasks.created_by': 'history',
  'customer_tasks.done_by': 'history',
  'customer_up_steps.author_id': 'history',
  'customer_ups.created_by': 'history',
  // While the visitor is here; what comes of the visit is a lead or a deal.
  'customer_ups.greeter_id': {
    open: sql`result is null and arrived_at > now() - interval '1 hour'`,
  },
  'customer_vehicles.created_by': 'history',
  'customer_views.owner_id': { open: sql`store is not null` },
  'customers.created_by': 'history',
  'customers.updated_by': 'history',
  'dashboard_preferences.user_id': 'ends',
  'data_read_alerts.user_id': 'history',
  'data_reads.user_id': 'history',
  'deal_due_bills.done_by': 'history',
  'deal_events.author_id': 'history',
  'deal_stipulations.cleared_by': 'history',
  'deal_stipulations.created_by': 'history',
  'deal_stipulations.removed_by': 'history',
  'dealer_plates.created_by': 'history',
  'deals.closer_id': 'history',
  'deals.created_by': 'history',
  // From the delivery on, who earned the back gross.
  'deals.finance_manager_id': { open: sql`is_open` },
  // From the signature on, who made the sale.
  'deals.salesperson_id': { open: sql`status = 'open'` },
  'deals.second_salesperson_id': { open: sql`status = 'open'` },
  'disposition_batches.prepared_by': 'history',
  'disposition_decisions.decided_by': 'history',
  'document_events.author_id': 'history',
  'document_links.linked_by': 'history',
  // Unfinished for a day, then swept.
  'document_uploads.user_id': 'ends',
  'document_versions.uploaded_by': 'history',
  'document_views.owner_id': { open: sql`store is not null` },
  // What waits in the inbox waits for everyone who files in its cabinet.
  'documents.created_by': 'history',
  'documents.filed_by': 'history',
  'documents.removed_by': 'history',
  'email_confirmations.user_id': 'ends',
  'email_template_versions.saved_by': 'history',
  'employee_credentials.created_by': 'history',
  'employee_credentials.removed_by': 'history',
  'employee_credentials.revoked_by': 'history',
  'employee_equipment.created_by': 'history',
  'employee_equipment.returned_to': 'history',
  'employee_events.author_id': 'history',
  'employee_jobs.manager_id': { open: sql`applied_at is null and removed_at is null` },
  'employee_jobs.recorded_by': 'history',
  'employee_jobs.removed_by': 'history',
  'employee_pay.created_by': 'history',
  'employee_pay.removed_by': 'history',
  'employee_private.updated_by': 'history',
  'employee_private_access.ended_by': 'history',
  'employee_private_access.granted_by': 'history',
  // Ends with the account: `end_private_access`.
  'employee_private_access.user_id': 'ends',
  'employee_private_notes.created_by': 'history',
  'employee_private_notes.removed_by': 'history',
  'employee_proposals.created_by': 'subject',
  'employee_proposals.decided_by': 'history',
  'employee_views.owner_id': { open: sql`store is not null` },
  'employees.manager_id': always,
  'employees.user_id': 'subject',
  'imports.created_by': 'history',
  'jacket_waivers.undone_by': 'history',
  'jacket_waivers.waived_by': 'history',
  'kiosk_devices.created_by': 'history',
  'kiosk_devices.revoked_by': 'history',
  // Good only while the account is.
  'kiosk_pins.user_id': 'ends',
  'kiosk_sign_ins.user_id': 'ends',
  'known_devices.user_id': 'ends',
  'lead_events.author_id': 'history',
  // Only who can sign in gets a turn.
  'lead_routing_members.user_id': 'ends',
  'lead_sources.created_by': 'history',
  'leads.assignee_id': { open: sql`is_open` },
  'leads.created_by': 'history',
  'legal_hold_releases.released_by': 'history',
  'legal_holds.placed_by': 'history',
  'lot_walk_sightings.seen_by': 'history',
  'lot_walks.ended_by': 'history',
  // Who started it stays; what is open is ended.
  'lot_walks.started_by': { open: sql`ended_at is null` },
  'month_locks.changed_by': 'history',
  'name_requests.decided_by': 'history',
  'name_requests.user_id': 'subject',
  'note_marks.user_id': 'ends',
  'note_shares.user_id': 'ends',
  'note_versions.written_by': 'history',
  'notes.owner_id': {
    open: sql`deleted_at is null and exists (select from note_shares s where s.note_id = notes.id)`,
  },
  'notes.updated_by': 'history',
  // Who is asked to confirm; the proof lists those who left.
  'notice_people.user_id': 'ends',
  'notices.author_id': 'history',
  'notices.closed_by': 'history',
  'notification_focus.user_id': 'ends',
  'notifications.user_id': 'ends',
  'onboarding_events.author_id': 'history',
  'onboarding_items.owner_id': {
    open: sql`state = 'open' and exists (select from onboarding_runs r
      where r.id = run_id and r.closed_at is null)`,
  },
  'onboarding_items.state_by': 'history',
  'onboarding_runs.closed_by': 'history',
  'onboarding_runs.created_by': 'history',
  'onboarding_runs.manager_id': { open: sql`closed_at is null and user_id is null` },
  'onboarding_runs.user_id': 'subject',
  'onboarding_template_items.owner_id': {
    open: sql`exists (select from onboarding_templates t
      where t.id = template_id and t.removed_at is null)`,
  },
  'onboarding_templates.created_by': 'history',
  'password_resets.user_id': 'ends',
  'payroll_adjustments.created_by': 'history',
  'payroll_adjustments.user_id': 'subject',
  'payroll_answers.answered_by': 'history',
  'payroll_approvals.decided_by': 'history',
  'payroll_approvals.user_id': 'subject',
  'payroll_codes.updated_by': 'history',
  'payroll_exports.created_by': 'history',
  'payroll_lines.user_id': 'subject',
  'payroll_locks.changed_by': 'history',
  'payroll_numbers.user_id': 'subject',
  'payroll_schedules.created_by': 'history',
  'payroll_signatures.user_id': 'subject',
  'presence_sightings.user_id': 'ends',
  'push_subscriptions.user_id': 'ends',
  'recruiting_applicants.created_by': 'history',
  'recruiting_applicants.referred_by': 'history',
  'recruiting_events.author_id': 'history',
  'recruiting_interviews.created_by': 'history',
  'recruiting_interviews.interviewer_id': {
    open: sql`canceled_at is null and recommendation is null and exists (
      select from recruiting_applicants a where a.id = applicant_id and a.erased_at is null
        and a.stage not in ('hired', 'rejected', 'withdrawn'))`,
  },
  'recruiting_papers.added_by': 'history',
  'recruiting_positions.created_by': 'history',
  'recruiting_positions.manager_id': { open: sql`status in ('open', 'on_hold')` },
  'repair_order_events.author_id': 'history',
  // What was worked stays credited to who did it.
  'repair_order_lines.technician_id': {
    open: sql`correction = '' and not declined and exists (select from repair_orders r
      where r.id = repair_order_id and r.is_open)`,
  },
  'repair_orders.advisor_id': { open: sql`is_open` },
  'repair_orders.created_by': 'history',
  'report_deliveries.user_id': 'history',
  'report_target_steps.set_by': 'history',
  'report_targets.set_by': 'history',
  'report_view_recipients.user_id': 'ends',
  'report_views.owner_id': { open: sql`is_shared or every is not null` },
  'scans.user_id': 'ends',
  'schedule_feeds.user_id': 'ends',
  'sessions.user_id': 'ends',
  'shift_batches.created_by': 'history',
  'shift_offers.created_by': 'history',
  'shift_offers.ended_by': 'history',
  'shift_offers.taken_by': 'history',
  'shift_offers.to_user_id': 'history',
  'slip_views.user_id': 'history',
  'slips.author_id': 'history',
  'stock_curtailments.created_by': 'history',
  'stock_curtailments.paid_by': 'history',
  'stock_deposits.ended_by': 'history',
  'stock_deposits.taken_by': 'history',
  'stock_units.created_by': 'history',
  'time_approvals.decided_by': 'history',
  'time_approvals.user_id': 'subject',
  'time_corrections.author_id': 'history',
  'time_corrections.user_id': 'subject',
  'time_decisions.decided_by': 'history',
  'time_off_blackouts.created_by': 'history',
  'time_off_events.author_id': 'history',
  'time_off_holidays.created_by': 'history',
  'time_off_ledger.author_id': 'history',
  'time_off_ledger.user_id': 'subject',
  'time_off_patterns.set_by': 'history',
  'time_off_patterns.user_id': 'subject',
  'time_off_requests.created_by': 'history',
  'time_off_requests.decided_by': 'history',
  'time_off_requests.user_id': 'subject',
  'time_off_rules.created_by': 'history',
  'time_off_statuses.user_id': 'subject',
  'time_overtime_bases.decided_by': 'history',
  'time_overtime_bases.user_id': 'subject',
  'time_punches.user_id': 'subject',
  'title_steps.entered_by': 'history',
  'vehicle_columns.user_id': 'ends',
  'vehicle_events.author_id': 'history',
  'vehicle_outings.holder_id': { open: sql`in_at is null` },
  'vehicle_outings.in_by': 'history',
  'vehicle_outings.out_by': 'history',
  'vehicle_pictures.created_by': 'history',
  'vehicle_recon_steps.entered_by': 'history',
  'vehicle_recon_steps.owner_id': { open: sql`left_at is null` },
  'vehicle_transfers.ended_by': 'history',
  'vehicle_transfers.sent_by': 'history',

  // Ids of people without a foreign key.
  'chat_import_sent.sender_id': 'history',
  'chat_mentioned.user_id': 'history',
  'chat_messages.mentioned_user_ids': 'history',
  'chat_search.author_id': 'history',
  'report_service_days.advisor_id': 'history',
  'report_service_days.technician_id': 'history',
  'slips.recipient_ids': 'ends',
  'work_shifts.removed_by': 'history',
  'work_shifts.user_id': {
    open: sql`removed_at is null and starts_at > now() + interval '12 days'`,
  },
};

let stage: OnboardingStage;
beforeAll(async () => {
  stage = await openOnboardingStage();
});
afterAll(() => stage.stop());

/** Columns that point to an account, and those that are named as if they did. */
async function listColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with keys as (
      select k.conrelid, k.confrelid, a.attname, a.attnum from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f')
    select k.conrelid::regclass || '.' || k.attname as name from keys k
      where k.confrelid = 'users'::regclass
    union
    select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
        and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('integer'::regtype, 'integer[]'::regtype, 'bigint'::regtype)
        and a.attname ~ '(^|_)(user|person|owner|author|actor|sender|holder|assignee|advisor|technician|manager|recipient|member)_ids?$|_by$|_to$'
        and not exists (select from keys k where k.conrelid = c.oid and k.attnum = a.attnum)
    order by 1`.execute(stage.platform.db);
  return rows.map(({ name }) => name);
}

test('every column that points to a person says what becomes of it when they leave', async () => {
  const columns = await listColumns();
  expect(columns.filter((column) => !(column in fates))).toEqual([]);
});

test('no column is named that no longer points to a person', async () => {
  const columns = new Set(await listColumns());
  expect(Object.keys(fates).filter((column) => !columns.has(column))).toEqual([]);
});

const handedOver = Object.entries(fates).flatMap(([column, fate]) =>
  typeof fate === 'string' ? [] : [{ column, open: fate.open }],
);

describe('after a handover nothing is left that someone must do', () => {
  let leaver: StageUser;
  let successor: StageUser;
  let runId: number;

  const count = async (column: string, open: RawBuilder<unknown>): Promise<number> => {
    const [table = '', name = ''] = column.split('.');
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from ${sql.table(table)} where ${sql.ref(name)} = ${leaver.id} and ${open}`.execute(
      stage.platform.db,
    );
    return rows[0]?.count ?? 0;
  };
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        handedOver.map(async ({ column, open }) => [column, await count(column, open)] as const),
      ),
    );

  beforeAll(async () => {
    const rights = {
      storeAccess: ['all' as const],
      pagePermissions: [
        'customer_management' as const,
        'fleet_operations' as const,
        'reports' as const,
        'document_management' as const,
        'hr' as const,
      ],
      featurePermissions: ['view_data' as const, 'create_records' as const],
    };
    leaver = await stage.addEmployee({ ...rights, firstName: 'Lena' });
    successor = await stage.addEmployee({ ...rights, role: 'manager', firstName: 'Suki' });
    await giveEverything(leaver, successor.id);
    const run = await start(stage, {
      kind: 'offboarding',
      employeeId: leaver.id,
      day: dayFrom(stage.today, 9),
      reason: 'resigned',
    });
    runId = run.id;
  });

  test('all of it is there before', async () => {
    const before = await counts();
    expect(Object.keys(before).filter((column) => before[column] === 0)).toEqual([]);
  });

  test('one press moves everything, and a second one finds nothing', async () => {
    const params = { runId };
    const { body } = await stage.hr.client.call(getHandover, { params });
    const { sources } = body as Handover;
    expect(sources.filter(({ items }) => items.length === 0)).toEqual([]);
    const moves = sources.map(({ key, act, items }) => ({
      source: key,
      toId: act === 'move' ? successor.id : null,
      ids: items.map(({ id }) => id),
    }));
    const first = await stage.hr.client.call(handOver, { params, body: { moves } });
    expect(first.status).toBe(200);
    const total = moves.reduce((sum, { ids }) => sum + ids.length, 0);
    expect(first.body).toEqual({ moved: total, problems: [] });
    const second = await stage.hr.client.call(handOver, { params, body: { moves } });
    expect(second.body).toEqual({ moved: 0, problems: [] });
  });

  test.for(handedOver)('$column', async ({ column, open }) => {
    expect(await count(column, open)).toBe(0);
  });

  test('the list is empty', async () => {
    const { body } = await stage.hr.client.call(getHandover, { params: { runId } });
    expect((body as Handover).sources.flatMap(({ items }) => items)).toEqual([]);
  });
});

/** One of everything, of what the demo group has where it has it. */
async function giveEverything({ id, client }: StageUser, successorId: number): Promise<void> {
  const { db } = stage.platform;
  const give = (table: string, column: string, where: RawBuilder<unknown>, key = 'id') =>
    sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${id} where ${sql.ref(key)} = (
      select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit 1)`.execute(db);
  await give('customer_tasks', 'assigned_to', sql`done_at is null`);
  await give('customer_appointments', 'assigned_to', sql`status in ('set', 'confirmed')`);
  await sql`update customer_ups set greeter_id = ${id}, arrived_at = now()
    where id = (select id from customer_ups where result is null limit 1)`.execute(db);
  await sql`update customer_stores set owner_id = ${id} where (customer_id, store) in
    (select customer_id, store from customer_stores limit 3)`.execute(db);
  await give('leads', 'assignee_id', sql`is_open`);
  await give('deals', 'salesperson_id', sql`status = 'open'`);
  await give(
    'deals',
    'second_salesperson_id',
    sql`status = 'open' and salesperson_id <> ${id} and closer_id is distinct from ${id}`,
  );
  await give('deals', 'finance_manager_id', sql`is_open`);
  await give('repair_orders', 'advisor_id', sql`is_open`);
  await sql`update repair_order_lines set technician_id = ${id}, correction = '', declined = false
    where id = (select l.id from repair_order_lines l join repair_orders r on r.id = l.repair_order_id
      where r.is_open limit 1)`.execute(db);
  await sql`update work_shifts set user_id = ${id} where id = (
    select id from work_shifts where removed_at is null
    order by starts_at desc limit 1)`.execute(db);
  await sql`update work_shifts set starts_at = starts_at + interval '20 days',
    ends_at = ends_at + interval '20 days' where user_id = ${id}`.execute(db);
  await sql`with request as (insert into time_off_requests (user_id, kind_id, starts_on, ends_on, portion,
        from_minute, to_minute, reason, state, client_id, created_by)
      select ${id}, min(id), current_date + 20, current_date + 20, 'full', 540, 1020, '', 'approved',
        gen_random_uuid(), ${id} from time_off_kinds returning id, starts_on)
    insert into time_off_days (request_id, day, minutes) select id, starts_on, 480 from request`.execute(
    db,
  );
  await give('recruiting_positions', 'manager_id', sql`status = 'open'`);
  await give(
    'recruiting_interviews',
    'interviewer_id',
    sql`canceled_at is null and recommendation is null`,
  );
  await give('vehicle_recon_steps', 'owner_id', sql`left_at is null`);
  await give('vehicle_outings', 'holder_id', sql`in_at is null`);
  await sql`update lot_walks set ended_by = started_by, ended_at = now()
    where store = 'ford' and ended_at is null`.execute(db);
  const walk = await client.call(startWalk, {
    body: { clientId: crypto.randomUUID(), store: 'ford' },
  });
  if (walk.status !== 201) throw new Error(JSON.stringify(walk.body));
  const made = await client.call(createChannel, {
    body: { name: 'Lena projects', type: 'private', userIds: [successorId] },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await stage.colleague.client.call(postRequest, {
    params: { channelId: 'general' },
    body: {
      clientMsgId: crypto.randomUUID(),
      content: 'Please move the demo cars.',
      kind: 'other',
      ownerId: id,
      dueAt: null,
    } as never,
  });
  await sql`insert into chat_scheduled (id, user_id, channel_id, content, send_at)
    values (gen_random_uuid(), ${id}, 'general', 'See you', now() + interval '1 day')`.execute(db);
  await sql`with note as (insert into notes (id, owner_id, title, content, updated_by)
      values (gen_random_uuid(), ${id}, 'Lot order', 'Trucks first', ${id}) returning id)
    insert into note_shares (note_id, department, can_edit) select id, 'sales', true from note`.execute(
    db,
  );
  await sql`insert into report_views (client_id, owner_id, name, report, question, is_shared)
    values (gen_random_uuid(), ${id}, 'Week', 'deals', '{}', true)`.execute(db);
  for (const table of ['customer_views', 'document_views', 'employee_views']) {
    await sql`insert into ${sql.table(table)} (owner_id, store, name, filters)
      values (${id}, 'ford', 'Ours', '{}')`.execute(db);
  }
  const report = await stage.addEmployee({ firstName: 'Rita' }, id);
  await sql`insert into employee_jobs (user_id, effective_on, job_title, manager_id, reason, recorded_by)
    values (${report.id}, current_date + 30, 'Senior', ${id}, 'Promotion', ${stage.hr.id})`.execute(
    db,
  );
  const run = await start(stage, {
    hire: { name: 'Novice', store: 'ford', managerId: id },
    day: stage.today,
  });
  await sql`insert into onboarding_items (run_id, position, title, kind, owner, owner_id, due_days, due_on)
    values (${run.id}, 1, 'Show the lot', 'task', 'person', ${id}, 0, ${stage.today}::date)`.execute(
    db,
  );
  await sql`insert into onboarding_template_items (template_id, position, title, kind, owner, owner_id, due_days)
    select id, 50, 'Show the lot', 'task', 'person', ${id}, 0 from onboarding_templates
    where name = 'Salesperson'`.execute(db);
}
