import { randomUUID } from 'node:crypto';
import { openDatabaseOf } from '../support/writers.ts';
import { currentUser, openConversation, panel, row } from './chat.ts';
import { expect, expectAccessible, noPage, type ServerInstance, test } from './fixtures.ts';

const emojis = [...'😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗🤗🤩🤔🤨😐😑😶🙄😏😣😥😮🤐😯'];
const reactorCount = 10_000;
const question = 'Who will be at the opening?';

/** Spreads reactions of the crowd over the emoji. Its ids have no accounts, like those of people who left. */
async function addReactions({ dataDir }: ServerInstance, messageId: string): Promise<void> {
  const pool = openDatabaseOf(dataDir);
  await pool.query(
    `update chat_messages set reactions = (
       select jsonb_agg(jsonb_build_object('emoji', emoji, 'users', users) order by place)
       from (select emoji, place, (select jsonb_agg(1000000 + n)
           from generate_series(place, $2::int, cardinality($1::text[])) n) as users
         from unnest($1::text[]) with ordinality as e (emoji, place)) chosen)
     where id = $3`,
    [emojis, reactorCount, messageId],
  );
  await pool.end();
}

test('shows ten thousand reactions as a few chips and the rest in a dialog', async ({
  person,
  server,
}) => {
  const [manager, employee] = [await person('manager', noPage), await person('employee', noPage)];
  const response = await manager.request.post('/api/chat/messages/sales', {
    data: { content: question, clientMsgId: randomUUID() },
  });
  const { id } = await response.json();
  await addReactions(server, id);
  const frames: string[] = [];
  employee.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
  );
  await employee.goto('/profile');
  await openConversation(employee, 'Sales');
  const group = row(employee, question).getByRole('group', { name: 'Reactions' });
  await expect(group.getByRole('button', { name: '😀 334, 334 people' })).toBeVisible();
  // Twelve chips, the button for the rest, and Add reaction.
  await expect(group.getByRole('button')).toHaveCount(14);
  expect(await group.locator('*').count()).toBeLessThan(60);

  // A new reaction arrives as one small frame that does not list the crowd.
  const url = `/api/chat/messages/sales/${id}/reactions`;
  const data = { emoji: '😯', action: 'add' };
  expect((await manager.request.put(url, { data })).ok()).toBe(true);
  const { id: employeeId } = await currentUser(employee);
  expect((await employee.request.put(url, { data })).ok()).toBe(true);
  // The reader's own reaction is always among the chips.
  const ownReaction = group.getByRole('button', { name: /^😯 335, You and 334 others/ });
  await expect(ownReaction).toHaveAttribute('aria-pressed', 'true');
  const reactionFrames = frames.filter((frame) => frame.includes('"message_reaction"'));
  expect(reactionFrames.some((frame) => frame.includes(`"userId":${employeeId}`))).toBe(true);
  for (const frame of reactionFrames) expect(frame.length).toBeLessThan(10_000);

  await group.getByRole('button', { name: '17 more reactions, show all' }).click();
  const dialog = employee.getByRole('dialog', { name: 'Reactions' });
  await expect(dialog.getByRole('tab')).toHaveCount(30);
  await dialog.getByRole('tab', { name: /^😯/ }).click();
  const people = dialog.getByRole('list', { name: 'Who reacted with 😯' });
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(employee);
  await employee.keyboard.press('Escape');
  await expect(panel(employee).getByText(question)).toBeVisible();
});
