import sharp from 'sharp'
import { shownEventFields, inHours, signIn } from './support/event-editor.ts'
import { openRoom, roomUrl } from './support/event-day.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, fillIn, newPerson } from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail } from './support/mail.ts'

test('a crew member runs the event from their own page until they are removed', async ({
  page,
  browser,
  stage,
}) => {
  test.slow()
  const adminCalls = await callAsAdmin(stage)
  const created = await adminCalls.post('/api/admin/events', {
    data: {
      title: 'Held together',
      status: 'upcoming',
      priority: 6,
      dateConfirmed: true,
      // Half an hour before the start, only the crew may enter.
      eventTime: inHours(0.5),
      eventEndTime: inHours(1.5),
      roomUrl,
      ...shownEventFields,
    },
  })
  const { id } = (await created.json()) as { id: number }
  const asking = { ...newPerson(), questions: 'What was the first route?', eventIds: [id] }
  expect((await adminCalls.post('/api/register-multi-event', { data: asking })).status()).toBe(200)

  await signIn(page, stage)
  await page.goto(`${stage.url}/admin/events/${id}/people`)
  const crew = page.getByRole('region', { name: 'Crew' })
  await expect(crew.getByText('No guest, host or producer yet.')).toBeVisible()
  await crew.getByRole('button', { name: 'Add guest or host' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add guest or host' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectNoAxeViolations(page)
  const { email } = newPerson()
  await dialog.getByLabel('Name').fill('Naledi Khumalo')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('Host')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const line = crew.getByRole('listitem', { name: 'Naledi Khumalo' })
  await expect(line.getByText('Host', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectNoAxeViolationsFromTop(page)

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openRoom(other)
  const path = pathIn(await readMail(stage, email, 'crew_added'), 'crew')
  await openMailLink(theirs, stage.url + path)
  await expect(theirs.getByRole('heading', { name: 'You are the host' })).toBeVisible()
  for (const [name, size] of [
    ['Wide card', [1200, 630]],
    ['Square card', [1080, 1080]],
    ['Story card', [1080, 1920]],
  ] as const) {
    const downloading = theirs.waitForEvent('download')
    await theirs.getByRole('link', { name }).click()
    const { width, height } = await sharp(await (await downloading).path()).metadata()
    expect([width, height]).toEqual(size)
  }
  await expect(theirs.getByText('Google Meet')).toBeVisible()
  const registrations = theirs.getByRole('region', { name: 'Registrations' })
  await expect(registrations.getByText('1', { exact: true })).toBeVisible()
  const board = theirs.getByRole('region', { name: 'Board' })
  const question = board.getByRole('listitem', { name: 'What was the first route?' })
  await question.getByRole('button', { name: 'Pick' }).click()
  await expect(question.getByText('Picked')).toBeVisible()
  // The member's own link: a visitor registers by it, and the page counts them.
  await expect(theirs.getByText('0 people have registered by them.')).toBeVisible()
  const text = await theirs.getByText(/^Join us: Held together/).innerText()
  const link = /http:\S+\?via=host-\d+$/.exec(text)![0]
  await theirs.getByRole('button', { name: 'Copy text' }).first().click()
  await expect(theirs.getByText('Text Copied!')).toBeVisible()
  const visiting = await browser.newContext()
  const visitor = await visiting.newPage()
  await visitor.goto(link)
  await fillIn(visitor.locator('main'), newPerson())
  await visitor.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(visitor, { title: '🎉 Registration Successful!' })
  await visiting.close()
  await theirs.reload()
  await expect(theirs.getByText('1 person has registered by them.')).toBeVisible()
  await expectNoAxeViolations(theirs)
  await theirs.setViewportSize({ width: 320, height: 640 })
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // Printed on one page: the questions, without controls.
  await theirs.emulateMedia({ media: 'print' })
  await expect(theirs.getByRole('button')).toHaveCount(0)
  await expect(registrations).toBeHidden()
  await expect(question).toBeVisible()
  await expect(question).toHaveCSS('color', 'rgb(0, 0, 0)')
  await theirs.emulateMedia({ media: 'screen' })
  const opened = theirs.waitForEvent('popup')
  await theirs.getByRole('button', { name: 'Join now' }).click()
  await expect(await opened).toHaveURL(roomUrl)

  await page.goto(`${stage.url}/admin/events/${id}/people`)
  await line.getByRole('button', { name: 'Remove Naledi Khumalo' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove Naledi Khumalo?' })
  await asked.getByRole('button', { name: 'Remove from the crew' }).click()
  await expect(crew.getByText('No guest, host or producer yet.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect(theirs.getByText('Please ask the organiser for a new one.')).toBeVisible()
  await other.close()
  await adminCalls.dispose()
})
