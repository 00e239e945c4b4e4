import type { Page } from '@playwright/test'
import { findSampleWords, plainEvent, plainSite } from '#tests/support/plain-series.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openDialog, openFutureDialog, openPage } from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail } from './support/mail.ts'
import { askForCode } from './support/people.ts'
import { completed, preRegistration, showSeries, startSite, upcoming } from './support/series.ts'

test.use({ showsRecordings: true })

/** Checks all texts of a page, visible or for screen readers. */
async function expectOwnWords(page: Page, shows: string) {
  await expect(page.getByText(shows).first()).toBeVisible()
  const said = await page.evaluate(() => {
    const read = ['alt', 'aria-label', 'placeholder', 'title', 'content', 'value']
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      read.map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...attributes].join('\n')
  })
  expect([page.url(), findSampleWords(said)]).toEqual([page.url(), []])
}

test('the site of another series says nothing of the sample, wherever a visitor, a registrant or a guest comes', async ({
  page,
  expectConsoleError,
}) => {
  test.slow()
  // The session check and an unknown address.
  expectConsoleError(/401|404/)
  const site = await startSite((sample) => {
    for (const name of Object.keys(sample)) delete sample[name]
    Object.assign(sample, plainSite)
  })
  try {
    await openPage(page, site.url)
    await showSeries(site, [])
    await openPage(page, site.url)
    await expectOwnWords(page, 'The next guest is not announced yet')
    await showSeries(site, [
      upcoming('Open', { ...plainEvent, roomUrl: 'https://rooms.example/clay' }),
      preRegistration('Undated', plainEvent),
      completed('Watchable', plainEvent),
      completed('Prepared', { ...plainEvent, videoUrl: null, recordingReady: false }),
    ])

    await openPage(page, site.url)
    await expectOwnWords(page, 'What attendees say')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expectOwnWords(page, 'Paste it into a post or message.')
    await openFutureDialog(page, 'Undated')
    await expectOwnWords(page, 'We will email you when the date is set.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Register free' }).click()
    const dialog = await openDialog(page, 'Register for Event')
    const person = newPerson()
    await fillIn(dialog, person)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectOwnWords(page, 'Your registration also gives you access')

    for (const [path, shows] of [
      ['events/open', 'Register for this event'],
      ['events/undated', 'We will email you when the event with Mira Oyelaran has a date.'],
      ['events/watchable', 'The recording is in the library, free to watch.'],
      ['events/prepared', 'The event is over.'],
      ['notify', 'Get event updates'],
      ['register', 'Register once to watch all recordings.'],
      ['members', 'Watch all recordings'],
      ['no-such-page/at-all', 'There is no page at this address.'],
    ] as const) {
      await page.goto(`${site.url}/${path}`)
      await expectOwnWords(page, shows)
    }

    const mail = await readMail(site, person.email, 'registration_confirmed')
    await openMailLink(page, site.url + pathIn(mail, 'join'))
    await expectOwnWords(page, 'About this event')

    const calls = await callAsAdmin(site)
    const [event] = (await (await calls.get('/api/events/upcoming')).json()) as { id: number }[]
    const guest = { name: 'Mira Oyelaran', email: newPerson().email, role: 'guest' }
    const added = await calls.post(`/api/admin/events/${event!.id}/crew`, { data: guest })
    expect(added.status(), await added.text()).toBe(200)
    await calls.dispose()
    const theirs = await readMail(site, guest.email, 'crew_added')
    await openMailLink(page, site.url + pathIn(theirs, 'crew'))
    await expectOwnWords(page, 'Here is everything about your event.')

    await openPage(page, `${site.url}/me`)
    await askForCode(page, person.email)
    const { subject } = await readMail(site, person.email, 'sign_in_code')
    await page.getByLabel('Code').fill(/\d{6}/.exec(subject)![0])
    await page.getByRole('button', { name: 'Open my page' }).click()
    await expectOwnWords(page, 'My registrations')

    await openPage(page, `${site.url}/members`)
    await expectOwnWords(page, 'Whole conversations, unhurried and uncut.')
  } finally {
    await page.close()
    await site.close()
  }
})
