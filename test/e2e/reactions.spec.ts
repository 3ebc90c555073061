import { randomUUID } from 'node:crypto';
import { openDatabaseOf } from '../support/writers.ts';
import { open, panel, row, whoIs } from './chat.ts';
import { expect, expectAccessible, type House, noPage, test } from './fixtures.ts';

const emojis = [...'😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗🤗🤩🤔🤨😐😑😶🙄😏😣😥😮🤐😯'];
const crowd = 10_000;
const asked = 'Who will be at the opening?';

/** Everybody chose one of the emoji; of the crowd there are no accounts, as of people who have left. */
async function celebrate({ dataDir }: House, messageId: string): Promise<void> {
  const pool = openDatabaseOf(dataDir);
  await pool.query(
    `update chat_messages set reactions = (
       select jsonb_agg(jsonb_build_object('emoji', emoji, 'users', users) order by place)
       from (select emoji, place, (select jsonb_agg(1000000 + n)
           from generate_series(place, $2::int, cardinality($1::text[])) n) as users
         from unnest($1::text[]) with ordinality as e (emoji, place)) chosen)
     where id = $3`,
    [emojis, crowd, messageId],
  );
  await pool.end();
}

test('ten thousand reactions stand in a few chips, and the rest in a dialog', async ({
  person,
  house,
}) => {
  const [manager, employee] = [await person('manager', noPage), await person('employee', noPage)];
  const answer = await manager.request.post('/api/chat/messages/sales', {
    data: { content: asked, clientMsgId: randomUUID() },
  });
  const { id } = await answer.json();
  await celebrate(house, id);
  const frames: string[] = [];
  employee.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
  );
  await employee.goto('/profile');
  await open(employee, 'Sales');
  const group = row(employee, asked).getByRole('group', { name: 'Reactions' });
  await expect(group.getByRole('button', { name: '😀 334, 334 people' })).toBeVisible();
  // Twelve, what there is more, and one's own.
  await expect(group.getByRole('button')).toHaveCount(14);
  expect(await group.locator('*').count()).toBeLessThan(60);

  // Somebody else's reaction comes as one small frame, and names no crowd.
  const put = `/api/chat/messages/sales/${id}/reactions`;
  const data = { emoji: '😯', action: 'add' };
  expect((await manager.request.put(put, { data })).ok()).toBe(true);
  const { id: employeeId } = await whoIs(employee);
  expect((await employee.request.put(put, { data })).ok()).toBe(true);
  // One's own stands among those that are drawn.
  const mine = group.getByRole('button', { name: /^😯 335, You and 334 others/ });
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  const told = frames.filter((frame) => frame.includes('"message_reaction"'));
  expect(told.some((frame) => frame.includes(`"userId":${employeeId}`))).toBe(true);
  for (const frame of told) expect(frame.length).toBeLessThan(10_000);

  await group.getByRole('button', { name: '17 more reactions, show all' }).click();
  const dialog = employee.getByRole('dialog', { name: 'Reactions' });
  await expect(dialog.getByRole('tab')).toHaveCount(30);
  await dialog.getByRole('tab', { name: /^😯/ }).click();
  const people = dialog.getByRole('list', { name: 'Who reacted with 😯' });
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(employee);
  await employee.keyboard.press('Escape');
  await expect(panel(employee).getByText(asked)).toBeVisible();
});
