import { expect, it } from 'vitest';
import { fakeNetwork, signedInPortal } from '../../test/portal.tsx';

it('drafts that are erased on signing out stay erased, whatever is answered late in any tab', async () => {
  fakeNetwork({ 'POST /api/v1/logout': () => ({}) });
  const [here, other] = [signedInPortal({}), signedInPortal({})];
  other.drafts.save(7, 'perfil', 'typed');
  await here.leave({ removeDrafts: true });
  // Between the end of the session and its news.
  other.drafts.save(7, 'perfil', 'answered before the news');
  await expect.poll(() => other.session.ended()).toBe('erased');
  for (const { drafts } of [here, other]) drafts.save(7, 'perfil', 'answered late');
  expect(here.drafts.find(7, 'perfil')).toBeUndefined();
});

it('drafts stay on signing out, and are stored again once a user who erased them is back', async () => {
  fakeNetwork({ 'POST /api/v1/logout': () => ({}) });
  const { drafts, leave, session } = signedInPortal({});
  const before = session.get();
  drafts.save(7, 'perfil', 'typed');
  await leave();
  expect(drafts.find(7, 'perfil')).toBe('typed');
  session.clear('erased');
  if (before !== undefined) session.set(before);
  drafts.save(7, 'perfil', 'typed again');
  expect(drafts.find(7, 'perfil')).toBe('typed again');
});
