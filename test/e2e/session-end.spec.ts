import type { Locator, Page, Route } from '@playwright/test';
import { holdBack, open, panel, row, say, whoIs } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAgain(page: Page): Promise<void> {
  await again(page)
    .getByLabel(/^Password/)
    .fill('forecourt-demo');
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeHidden();
}

/**
 * Acts once the session has ended. What the page asks for by itself waits until then: it could meet the end first, and
 * the sign-in would cover the button.
 */
async function actWithoutSession(page: Page, act: () => Promise<void>): Promise<void> {
  const waiting: Route[] = [];
  const hold = (route: Route) =>
    route.request().method() === 'GET' ? void waiting.push(route) : route.fallback();
  await page.route('**/api/**', hold);
  await page.context().clearCookies();
  await act();
  await expect(again(page)).toBeVisible();
  await page.unroute('**/api/**', hold);
  for (const route of waiting) await route.continue();
}

async function addCustomer(page: Page, lastName: string, phone: string): Promise<number> {
  const answer = await page.request.post('/api/customers', {
    data: {
      ...{ clientId: crypto.randomUUID(), store: 'ford', kind: 'person', preferredLanguage: 'en' },
      ...{ firstName: 'Paula', lastName, phones: [{ number: phone, kind: 'mobile' }], emails: [] },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

test('a session that ends while a form is filled in: one signs in over it, and it is saved', async ({
  person,
}) => {
  const page = await person('tyler.boone', '/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add customer' });
  await sheet.getByRole('textbox', { name: 'First name' }).fill('Philippa');
  await sheet.getByRole('textbox', { name: 'Last name' }).fill('Ransome');
  await sheet.getByRole('textbox', { name: 'Phone 1', exact: true }).fill('(212) 555-7188');
  await actWithoutSession(page, () => page.keyboard.press('Enter'));

  await expect(again(page).getByText('Your session ended')).toBeVisible();
  await expect(again(page).getByText('Tyler Boone')).toBeVisible();
  await expect(again(page).getByLabel(/^Password/)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again(page)).toBeVisible();
  await again(page)
    .getByLabel(/^Password/)
    .fill('not it');
  await page.keyboard.press('Enter');
  await expect(again(page).getByText('The username or password is not correct.')).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Last name', includeHidden: true })).toHaveValue(
    'Ransome',
  );
  await signInAgain(page);
  await expect(page.getByRole('heading', { name: 'Philippa Ransome' })).toBeVisible();
});

test('a session that ends in the middle of a message: it goes out once, after signing in again', async ({
  person,
}) => {
  const page = await person('employee', noPage);
  const other = await person('manager');
  const release = await holdBack(page);
  await page.goto('/profile');
  await open(page, 'Sales');
  await open(other, 'Sales');
  const box = panel(page).getByRole('textbox', { name: /^Message / });
  await say(page, 'Written on the way out');
  await box.fill('Half a thought');
  await page.context().clearCookies();
  await release();
  await signInAgain(page);
  await expect(
    panel(other).getByRole('article').filter({ hasText: 'Written on the way out' }),
  ).toHaveCount(1);
  await expect(row(page, 'Written on the way out')).toBeVisible();
  await expect(box).toHaveValue('Half a thought');
  await say(page, 'And back');
  await expect(row(other, 'And back')).toBeVisible();
});

async function addLead(page: Page, customerId: number): Promise<number> {
  const answer = await page.request.post('/api/leads', {
    data: {
      ...{ clientId: crypto.randomUUID(), store: 'ford', customerId, type: 'internet' },
      ...{ interests: [{ year: 2024, make: 'Ford', model: 'Bronco' }], comments: 'Still there?' },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

/** What was typed, also while the sign-in lies over it. */
const typed = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('textbox', { name, includeHidden: true });

test('a session that ends under a note on a lead: it is written down once, after signing in again, and one only begun stays', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const customer = await addCustomer(page, 'Leadnote', '(316) 555-0211');
  const id = await addLead(page, customer);
  await page.goto(`/customers/leads?lead=${id}`);
  const lead = page.getByRole('dialog', { name: 'Paula Leadnote' });
  const note = typed(lead.getByRole('form', { name: 'Log response', includeHidden: true }), 'Note');
  await note.fill('Wants a long bed, calls back at six');
  await actWithoutSession(page, () =>
    lead.getByRole('button', { name: 'Log', exact: true }).click(),
  );
  await expect(note).toHaveValue('Wants a long bed, calls back at six');
  await signInAgain(page);
  await expect(lead.getByText('Wants a long bed, calls back at six')).toHaveCount(1);
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(lead.getByText('Wants a long bed, calls back at six')).toHaveCount(1);

  await test.step('a session that ends before the lead is looked at again leaves a note that was begun', async () => {
    await note.fill('Half a note');
    await page.context().clearCookies();
    // Somebody else answers the lead: the page asks for it anew, which is when it hears of the end.
    const other = await person('manager', noPage);
    const answer = await other.request.post(`/api/leads/${id}/answers`, {
      data: { clientId: crypto.randomUUID(), how: 'call', outcome: 'no_answer', note: '' },
    });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    await expect(again(page)).toBeVisible();
    await signInAgain(page);
    await expect(note).toHaveValue('Half a note');
  });
});

test('a session that ends under a new deal: it is written once, after signing in again', async ({
  person,
}) => {
  const page = await person('manager', '/customers/deals');
  await addCustomer(page, 'Dealfield', '(316) 555-0213');
  await page.getByRole('button', { name: 'New deal' }).click();
  const form = page.getByRole('dialog', { name: 'New deal' });
  const store = form.getByLabel('Store');
  if ((await store.count()) > 0) await store.selectOption('ford');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Dealfield');
  await form.getByRole('option', { name: /Paula Dealfield/ }).click();
  await form.getByRole('button', { name: 'Not in stock' }).click();
  await form.getByRole('textbox', { name: /^Vehicle/ }).fill('2024 Ford Bronco');
  await form.getByLabel('Price, $').first().fill('41,250.00');
  await form.getByRole('button', { name: 'Add due bill' }).click();
  await form.getByRole('textbox', { name: 'Due bill 1' }).fill('Second key');
  await actWithoutSession(page, () => form.getByRole('button', { name: 'Create deal' }).click());
  await expect(typed(form, 'Due bill 1')).toHaveValue('Second key');
  await signInAgain(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Deal \w+$/);
  await expect(page.getByText('Second key')).toBeVisible();
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Search deals' }).fill('Dealfield');
  const deals = page.getByRole('table', { name: 'Deals' });
  await expect(deals.getByRole('row')).toHaveCount(2);
  await expect(deals.getByText('Dealfield')).toHaveCount(1);
});

test('a session that ends under a new repair order: it is written once, after signing in again', async ({
  person,
}) => {
  const page = await person('manager', '/customers/repair-orders?new=order');
  await addCustomer(page, 'Orderfield', '(316) 555-0214');
  const form = page.getByRole('dialog', { name: 'New repair order' });
  await form.getByRole('combobox', { name: 'Customer' }).fill('Orderfield');
  await form.getByRole('option', { name: /Paula Orderfield/ }).click();
  await form.getByRole('textbox', { name: /^Vehicle/ }).fill('2021 Ford Escape SEL');
  await form.getByLabel('Complaint').fill('Brakes squeal in the morning');
  await actWithoutSession(page, () =>
    form.getByRole('button', { name: 'Create repair order' }).click(),
  );
  await expect(typed(form, /^Complaint/)).toHaveValue('Brakes squeal in the morning');
  await signInAgain(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Repair order \d+$/);
  await expect(page.getByText('Brakes squeal in the morning')).toBeVisible();
  await page.goto('/customers/repair-orders?q=Orderfield');
  const orders = page.getByRole('table', { name: 'Repair orders' });
  await expect(orders.getByText('Orderfield')).toHaveCount(1);
});

test('a session that ends under a note, new, one’s own or shared: every word of it is saved, once', async ({
  person,
}) => {
  const page = await person('manager', '/utilities#notes-manager');
  const owner = await person('employee', noPage);
  const added = await owner.request.post('/api/notes', {
    data: { title: 'Of somebody else', content: 'Before' },
  });
  expect(added.status()).toBe(201);
  const sharedId = (await added.json()).id;
  const shared = await owner.request.put(`/api/notes/${sharedId}/shares`, {
    data: {
      shares: [{ userId: (await whoIs(page)).id, department: null, store: null, canEdit: true }],
    },
  });
  expect(shared.status(), await shared.text()).toBeLessThan(300);

  const stored = async () => {
    const answer = await page.request.get('/api/notes?search=Closing');
    const notes: { id: number; content: string }[] = answer.ok() ? await answer.json() : [];
    return notes.map(({ content }) => content);
  };
  const notes = page.locator('#notes-manager');
  await test.step('a new one stands in the list, and is sent once it can be', async () => {
    await notes.getByRole('button', { name: 'Add Note' }).click();
    await notes.getByRole('textbox', { name: 'Title' }).fill('Closing time');
    await notes.getByRole('textbox', { name: 'Content' }).fill('Gates, then lights');
    await actWithoutSession(page, () => notes.getByRole('button', { name: 'Save Note' }).click());
    await expect(notes.getByText('Gates, then lights')).toHaveCount(1);
    await signInAgain(page);
    await expect.poll(stored).toEqual(['Gates, then lights']);
    await page.reload();
    await expect(notes.getByRole('button', { name: 'Closing time', exact: true })).toHaveCount(1);
  });

  const sharedNow = async () =>
    (await (await owner.request.get(`/api/notes/${sharedId}`)).json()).content;
  for (const [name, content] of [
    ['Closing time', async () => (await stored())[0]],
    ['Of somebody else', sharedNow],
  ] as const) {
    await test.step(`“${name}” is edited as the session ends`, async () => {
      await notes.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.context().clearCookies();
      const words = typed(dialog, 'Content');
      await words.fill('Typed as the session ended');
      await expect(again(page)).toBeVisible();
      await expect(words).toHaveValue('Typed as the session ended');
      await signInAgain(page);
      await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
      await expect(words).toHaveValue('Typed as the session ended');
      // The caret is where it was, too.
      await page.keyboard.type(', and on');
      await expect.poll(content).toBe('Typed as the session ended, and on');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  }
});

test('a session that ends under a new request: it is posted once, after signing in again', async ({
  person,
}) => {
  const page = await person('manager');
  await open(page, 'Sales');
  await page.getByRole('button', { name: 'More to add' }).click();
  await page.getByRole('menuitem', { name: 'New request…' }).click();
  const form = page.getByRole('dialog', { name: 'New request' });
  await form.getByLabel('What do you need?').fill('Pull up the blue Elantra');
  await actWithoutSession(page, () => form.getByRole('button', { name: 'Post request' }).click());
  await expect(typed(form, /^What do you need\?/)).toHaveValue('Pull up the blue Elantra');
  await signInAgain(page);
  await expect(form).toBeHidden();
  await expect(
    panel(page).getByRole('article').filter({ hasText: 'Pull up the blue Elantra' }),
  ).toHaveCount(1);
});

test('somebody else who signs in sees nothing of the page they found', async ({ person }) => {
  const page = await person('manager', '/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add customer' });
  await sheet.getByRole('textbox', { name: 'First name' }).fill('Confidential');
  await actWithoutSession(page, () => page.keyboard.press('Enter'));
  await again(page).getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Username').fill('employee');
  await page.getByLabel(/^Password/).fill('forecourt-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Quick Actions' }).first()).toBeVisible();
  await expect(page.getByText('Confidential')).toHaveCount(0);
  expect((await (await page.request.get('/api/user')).json()).username).toBe('employee');
});

test('another person in another tab closes the page, and the same person opens it again', async ({
  person,
}) => {
  const page = await person('manager', '/customers');
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByPlaceholder('Name, phone, email or tag').fill('Turner');
  await expect(again(page)).toBeVisible();

  const tab = await page.context().newPage();
  const signIn = async (username: string) => {
    await tab.goto('/profile');
    await tab.getByLabel('Username').fill(username);
    await tab.getByLabel(/^Password/).fill('forecourt-demo');
    await tab.getByRole('button', { name: 'Sign In' }).click();
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible();
  };
  await signIn('manager');
  await expect(again(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();

  await page.context().clearCookies();
  await signIn('employee');
  await expect(page).not.toHaveURL(/\/customers/);
  await expect(page.getByRole('table', { name: 'Customers' })).toHaveCount(0);
});

test('logging off in one tab takes the data off the screen of the others, whatever is typed there', async ({
  person,
}) => {
  const page = await person('manager', '/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page
    .getByRole('dialog', { name: 'Add customer' })
    .getByRole('textbox', { name: 'First name' })
    .fill('Half typed');
  const tab = await page.context().newPage();
  await tab.goto('/profile');
  await tab.getByRole('button', { name: 'Logoff' }).click();
  await expect(tab).toHaveURL(/\/auth$/);
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
