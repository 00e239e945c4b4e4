import { shownEventFields, inHours, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openPage } from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail } from './support/mail.ts'

test('registrants ask the guest, others say that they want to hear it, and the host picks from the board', async ({
  page,
  browser,
  stage,
}) => {
  test.slow()
  const adminCalls = await callAsAdmin(stage)
  const created = await adminCalls.post('/api/admin/events', {
    data: {
      title: 'Ask me anything',
      status: 'upcoming',
      priority: 5,
      dateConfirmed: true,
      eventTime: inHours(72),
      eventEndTime: inHours(73),
      ...shownEventFields,
    },
  })
  const event = (await created.json()) as { id: number; slug: string }
  async function register(questions: string) {
    const person = newPerson()
    const data = { ...person, questions, eventIds: [event.id] }
    expect((await adminCalls.post('/api/register-multi-event', { data })).status()).toBe(200)
    return pathIn(await readMail(stage, person.email, 'registration_confirmed'), 'join')
  }
  const [asking, voting] = [await register('What was the first route?'), await register('')]

  await openMailLink(page, stage.url + asking)
  const corner = page.getByRole('region', { name: 'Ask Amara Dike-Laurent' })
  await expect(corner.getByText('What was the first route?')).toBeVisible()
  await corner.getByRole('button', { name: 'Ask' }).click()
  await expect(corner.getByText('Please enter your question')).toBeVisible()
  await corner.getByLabel('Your question').fill('How do you cross a closed border?')
  await corner.getByLabel('Show to others, without my name').check()
  await corner.getByRole('button', { name: 'Ask' }).click()
  await expect(corner.getByText('Question sent to the host.')).toBeFocused()
  await expect(corner.getByText('2 questions left')).toBeVisible()
  await corner.getByLabel('Show to others, without my name').uncheck()
  for (const [text, left] of [
    ['Would you do it again?', '1 question left'],
    ['Who said no?', undefined],
  ] as const) {
    await corner.getByLabel('Your question').fill(text)
    await corner.getByRole('button', { name: 'Ask' }).click()
    if (left) await expect(corner.getByText(left)).toBeVisible()
  }
  await expect(corner.getByLabel('Your question')).toBeHidden()
  await expectNoAxeViolations(page)

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openMailLink(theirs, stage.url + voting)
  const shown = theirs.getByRole('region', { name: 'Ask Amara Dike-Laurent' })
  await expect(shown.getByText('How do you cross a closed border?')).toBeVisible()
  await expect(shown.getByRole('listitem')).toHaveCount(1)
  const meToo = shown.getByRole('button', { name: 'Me too' })
  await meToo.click()
  await expect(meToo).toHaveAttribute('aria-pressed', 'true')
  await expect(shown.getByText('1 vote')).toBeVisible()
  // The event's own page shows the question as well; voting there does not count twice.
  await openPage(theirs, `${stage.url}/events/${event.slug}`)
  await expect(meToo).toHaveAttribute('aria-pressed', 'true')
  await expect(shown.getByText('1 vote')).toBeVisible()
  await expectNoAxeViolations(theirs)
  await other.close()

  // Asked on a phone, read by the host on a desktop.
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, stage)
  await page.goto(`${stage.url}/admin/events/${event.id}`)
  await page
    .getByRole('navigation', { name: 'Event' })
    .getByRole('link', { name: 'Questions' })
    .click()
  const board = page.getByRole('region', { name: 'Board' })
  const line = board.getByRole('listitem', { name: 'How do you cross a closed border?' })
  await expect(board.getByRole('listitem')).toHaveCount(4)
  await expect(line.getByText('Thandi Nkosi')).toBeVisible()
  await board
    .getByRole('listitem', { name: 'Would you do it again?' })
    .getByRole('button', { name: 'Hide' })
    .click()
  await line.getByRole('button', { name: 'Pick' }).click()
  await expect(line.getByText('Picked')).toBeVisible()
  await expect(board.getByRole('listitem').first()).toHaveAccessibleName(/closed border/)
  await expectNoAxeViolations(page)
  // Printed on one page: texts and votes, without controls and hidden questions.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(board.getByText('Would you do it again?')).toBeHidden()
  await expect(line).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize({ width, height })
  await openMailLink(page, stage.url + asking)
  await expect(corner.getByText('Next')).toBeVisible()
  await adminCalls.dispose()
})
