import { openDashboard, openRoom } from './support/admin-dashboard.ts'
import { download } from './support/admin-imports.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openDialog, sampleTitles } from './support/landing.ts'
import { readMail } from './support/mail.ts'
import { press, register } from './support/people.ts'

test('a person is found by name and filters, their page lists activity, and each action shows its consequences first', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  test.slow()
  const lastName = `Marchetti-${crypto.randomUUID().slice(0, 8)}`
  const { email } = await register(page, greenroom, { firstName: 'Zoë', lastName })
  const other = await register(page, greenroom, { firstName: 'Amara' })
  await readMail(greenroom, email, 'registration_confirmed')
  await openRoom(page, greenroom, 'people')

  await test.step('found by name and filters', async () => {
    await page.getByLabel('Name, email or company').fill(`zoe ${lastName}`)
    await expect(page.getByText('1 person', { exact: true })).toBeVisible()
    await page.getByLabel('Consent').selectOption({ label: 'Agreed to updates' })
    await page.getByLabel('Event').selectOption({ label: sampleTitles.first })
    await expect(page).toHaveURL(
      ({ searchParams }) =>
        searchParams.get('consent') === 'yes' && Number(searchParams.get('event')) > 0,
    )
    await expect(page.getByRole('listitem', { name: email })).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await page.getByLabel('Attended').selectOption({ label: 'Attended' })
    await expect(page.getByText('No match.')).toBeVisible()
    // A registrant of a future event is not a no-show.
    await page.getByLabel('Attended').selectOption({ label: 'Missed' })
    await expect(page.getByText('No match.')).toBeVisible()
    await page.getByLabel('Attended').selectOption({ label: 'All' })
    await page.getByLabel('Watched').selectOption({ label: 'Watched no recording' })
    await page.getByRole('link', { name: `Zoë ${lastName}` }).click()
  })

  await test.step('their page leads back to the filtered list', async () => {
    await expect(page).toHaveURL(/\/admin\/people\/[0-9a-f]{32}$/)
    await expect(page.getByRole('heading', { level: 1, name: `Zoë ${lastName}` })).toBeVisible()
    const story = page.getByRole('list', { name: 'Activity, newest first' })
    await expect(story.getByText(`Registered for ${sampleTitles.first}`)).toBeVisible()
    await expect(story.getByText('Email sent: Seat confirmed')).toBeVisible()
    await expect(story.getByText(/Agreed to updates/)).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoAxeViolationsFromTop(page)
    }
    const { width } = page.viewportSize()!
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.goBack()
    await expect(page.getByLabel('Name, email or company')).toHaveValue(`zoe ${lastName}`)
    // The filter that was chosen just before the name was pressed.
    await expect(page.getByLabel('Watched')).toHaveValue('no')
    await page.getByRole('link', { name: `Zoë ${lastName}` }).click()
  })

  await test.step('a mail is sent again', async () => {
    const mails = page.getByRole('list', { name: 'Emails, newest first' }).getByRole('listitem')
    const confirmed = mails.filter({ hasText: 'Seat confirmed' })
    await expect(confirmed).toHaveCount(1)
    await confirmed.getByRole('button', { name: 'Send again' }).click()
    const again = await openDialog(page, 'Send this email again?')
    const sentence = `${email} gets a new email with the current text and new links.`
    await expect(again.getByText(sentence, { exact: true })).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await again.getByRole('button', { name: 'Send again' }).click()
    await expect(confirmed).toHaveCount(2)
  })

  await test.step('they are unsubscribed', async () => {
    await press(page, 'Unsubscribe')
    const leaving = await openDialog(page, 'Unsubscribe this person?')
    await expect(leaving.getByRole('button', { name: 'Unsubscribe' })).toBeDisabled()
    await leaving.getByLabel('News').check()
    await leaving.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('withdrawn for updates')).toBeVisible()
  })

  const dialog = page.getByRole('dialog', { name: 'Edit name or email' })
  const show = dialog.getByRole('button', { name: 'Continue' })
  await test.step('the person is edited after the consequences are shown', async () => {
    const corrected = newPerson().email
    await press(page, 'Edit name or email')
    await expect(show).toBeDisabled()
    await expect(dialog.getByText('Optional', { exact: true })).toHaveCount(0)
    await dialog.getByLabel('Email').fill('nobody')
    expectConsoleError(/400/)
    await show.click()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await dialog.getByLabel('Email').fill(corrected)
    await dialog.getByLabel('Last name').fill('Nkosi-Marais')
    await show.click()
    const plan = await openDialog(page, 'Confirm the change')
    await expect(plan.getByText('the person’s email is changed')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await plan.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Zoë Nkosi-Marais' })).toBeVisible()
    await expect(page.getByRole('link', { name: corrected })).toBeVisible()
  })

  await test.step('two people are merged if the email belongs to another person', async () => {
    await press(page, 'Edit name or email')
    await dialog.getByLabel('Email').fill(other.email)
    expectConsoleError(/409/)
    await show.click()
    const merge = await openDialog(page, 'This email belongs to another person')
    await expect(merge.getByText('registrations for the same event are merged')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await merge.getByRole('button', { name: 'Merge' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Amara Nkosi' })).toBeVisible()
    await expect(page.getByRole('link', { name: other.email })).toBeVisible()
  })

  await test.step('the registration is cancelled, and the log lists every action', async () => {
    await press(page, 'Cancel the registration')
    const cancelling = await openDialog(page, 'Cancel this registration?')
    await cancelling.getByRole('button', { name: 'Cancel the registration' }).click()
    await expect(page.getByText('Not registered for any event.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto(`${greenroom.url}/admin/settings/log`)
    const acts = page.getByRole('list', { name: 'Activity, newest first' })
    for (const act of ['Email sent again', 'Person unsubscribed', 'Registration cancelled']) {
      await expect(acts.getByText(act).first()).toBeVisible()
    }
    await expect(acts).not.toContainText(email)
  })
})

test(
  'names in the rooms and tables of the admin area lead to the person’s page',
  { tag: '@once' },
  async ({ page, greenroom }) => {
    const lastName = `Dike-${crypto.randomUUID().slice(0, 8)}`
    const { email } = await register(page, greenroom, { lastName })
    const name = `Thandi ${lastName}`
    await openRoom(page, greenroom, 'email/sent')
    await page.getByLabel('Name or email').fill(email)
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await openDashboard(page, greenroom)
    for (const table of [
      'All Registrations',
      'Member Access Breakdown',
      'Event Registrations by Event',
    ]) {
      const section = page.getByRole('region', { name: table, exact: true })
      await section.getByRole('searchbox').fill(email)
      await section.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goBack()
    }
  },
)

test(
  'somebody is added by hand, and the list is sorted and handed out as it is filtered',
  { tag: '@once' },
  async ({ page, greenroom }) => {
    const lastName = `Aardenburg-${crypto.randomUUID().slice(0, 8)}`
    const { email } = newPerson()
    await openRoom(page, greenroom, 'people')
    await page.getByRole('button', { name: 'Add person' }).press('Enter')
    const dialog = await openDialog(page, 'Add a person')
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(dialog.getByText('Email is required')).toBeVisible()
    await expect(dialog.getByText('Optional', { exact: true })).toHaveCount(2)
    await dialog.getByLabel('First name').fill('Zuri')
    await dialog.getByLabel('Last name').fill(lastName)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Event').selectOption({ label: sampleTitles.first })
    await dialog.getByLabel('Send confirmation email').check()
    await expectNoAxeViolationsFromTop(page)
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Zuri ${lastName}` })).toBeVisible()
    const theirs = page.getByRole('button', { name: /^Download as CSV ?: registrations$/ })
    const registered = await download(page, theirs)
    expect(registered.name).toMatch(/^person-registrations-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(registered.text).toContain(`"${sampleTitles.first}","confirmed"`)
    await readMail(greenroom, email, 'registration_confirmed')

    await page.goto(`${greenroom.url}/admin/people?search=${lastName}&sort=name`)
    await expect(page.getByLabel('Sort by')).toHaveValue('name')
    await expect(page.getByText('1 person', { exact: true })).toBeVisible()
    const file = await download(page, page.getByRole('button', { name: 'Download as CSV' }))
    expect(file.name).toMatch(/^people-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(file.text.trim().split('\r\n')).toHaveLength(2)
    expect(file.text).toContain(`"Zuri","${lastName}","${email}"`)
  },
)
