import { freePort } from '#tests/support/free-port.ts'
import { openDashboard, sectionOf } from './support/admin-dashboard.ts'
import { openEventStage, openRoom, roomUrl } from './support/event-day.ts'
import { openEventList, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expectToast } from './support/landing.ts'
import { pathIn, readMail } from './support/mail.ts'
import { register } from './support/people.ts'

test('on the day the dashboard opens the room, lists who is inside, and sends a registrant their link', async ({
  page,
  context,
  startOwn,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const stage = await openEventStage(startOwn)
  const event = await stage.create({ title: 'The long way home', roomUrl })
  const inside = await stage.register(event.id)
  const lost = await stage.register(event.id)
  stage.at('15:50:00')
  const token = inside.joinPath.split('/').at(-1)
  const went = await page.request.post(`${stage.own.url}/api/join`, { data: { token } })
  expect(await went.json()).toMatchObject({ state: 'open' })
  await openRoom(context)
  await openDashboard(page, stage.own)
  const today = sectionOf(page, 'Today').getByRole('article', { name: event.title })
  const fact = (name: string) =>
    today.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(fact('Joined by link')).toHaveText('1')
  await expect(today.getByText('Registered in Zoom')).toBeHidden()

  const [room] = await Promise.all([
    context.waitForEvent('page'),
    today.getByRole('button', { name: 'Open the room' }).click(),
  ])
  await expect(room).toHaveURL(roomUrl)
  await room.close()
  await expect(today.getByRole('link', { name: 'Questions' })).toHaveAttribute(
    'href',
    `/admin/events/${event.id}/questions`,
  )
  await today.getByText('People who joined', { exact: true }).click()
  const listed = today.getByRole('list', { name: 'People who joined' }).getByRole('listitem')
  await expect(listed).toHaveCount(1)
  await expect(listed).toContainText(inside.email)

  await test.step('a registrant is found by name and gets their link again, by keyboard', async () => {
    const found = today.getByRole('list', { name: 'Found registrants' }).getByRole('listitem')
    await today.getByLabel('Find a registrant').fill('nobody of this name')
    await expect(today.getByText('No match.')).toBeVisible()
    await today.getByLabel('Find a registrant').fill(lost.email)
    await expect(found).toHaveCount(1)
    await expectNoAxeViolationsFromTop(page)
    await found.getByRole('button', { name: 'Send the join link' }).focus()
    await page.keyboard.press('Enter')
    // Without a mail server, the toast does not claim that a mail was sent.
    await expectToast(page, { title: 'Join Link Stored' })
    const mail = await readMail(stage.own, lost.email, 'join_link')
    expect(pathIn(mail, 'join')).toBe(lost.joinPath)
  })

  await test.step('the public address is opened and copied, here and on its page', async () => {
    const address = `/events/${event.slug}`
    await expect(today.getByRole('link', { name: 'View page' })).toHaveAttribute('href', address)
    await today.getByRole('button', { name: 'Copy link' }).click()
    await expectToast(page, { title: 'Link Copied!' })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(await copied()).pathname).toBe(address)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    const list = await openEventList(page, stage.own)
    const row = list.getByRole('article', { name: event.title })
    await row.getByRole('link', { name: event.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    await header.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toMatch(new RegExp(`${address}$`))
    await header.getByRole('button', { name: 'Copy as HTML link' }).press('Enter')
    await expectToast(page, {
      title: 'Link Copied!',
      text: 'Link with the event’s title, to paste into other websites.',
    })
    // A single link, without scripts or resources that another site would load.
    await expect.poll(copied).toMatch(new RegExp(`^<a href="http[^"<>]+${address}">[^<>]+</a>$`))
    const [shown] = await Promise.all([
      context.waitForEvent('page'),
      header.getByRole('link', { name: 'View page' }).click(),
    ])
    await expect(shown.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  })
})

test('the dashboard first reports an unreachable mail server, with a link to the emails', async ({
  page,
  startOwn,
}) => {
  const host = `127.0.0.1:${await freePort()}`
  const own = await startOwn({
    RATE_LIMITS: 'off',
    SMTP_URL: `smtp://${host}`,
    MAIL_FROM: 'a@b.example',
  })
  await openDashboard(page, own)
  const troubles = sectionOf(page, 'Needs your attention')
  await expect(troubles).toBeHidden()
  await register(page, own)
  await signIn(page, own)
  await expect(async () => {
    await page.reload()
    await expect(troubles.getByText(`The mail server does not answer at ${host}.`)).toBeVisible({
      timeout: 3000,
    })
  }).toPass({ timeout: 60_000 })
  // A detail that is opened while the numbers are still loading stays open.
  const counts = await holdCalls(page, '**/api/admin/counts')
  await page.reload()
  await troubles.getByText('Error details').click()
  counts.letGo()
  await expect(page.getByRole('heading', { level: 2, name: 'Events Overview' })).toBeVisible()
  await expect(troubles.getByText(/ECONNREFUSED/)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await troubles.getByRole('link', { name: 'View sent email' }).click()
  await expect(page.getByRole('listitem', { name: /^Seat confirmed to/ }).first()).toBeVisible()
})
