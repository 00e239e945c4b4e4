import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { createElsewhere, dateAhead, signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openDialog, openPage } from './support/landing.ts'

const long = (letter: string) => letter.repeat(200)
const titles = { next: long('W'), future: long('M'), past: long('Q') }

/** Events whose words a line cannot hold, before those of the samples. */
async function makeEvents(page: Page, own: Greenroom) {
  await signIn(page, own)
  const words = {
    speakerName: 'S'.repeat(120),
    speakerTitle: 'T'.repeat(120),
    description: long('D'),
    priority: -1,
  }
  const date = dateAhead()
  await createElsewhere(page, own, {
    ...words,
    title: titles.next,
    status: 'upcoming',
    eventDate: date,
    eventTime: `${date}T18:00:00+02:00`,
    eventEndTime: `${date}T19:00:00+02:00`,
    dateConfirmed: true,
  })
  await createElsewhere(page, own, { ...words, title: titles.future })
  await createElsewhere(page, own, {
    ...words,
    title: titles.past,
    status: 'completed',
    eventDate: dateAhead(-3),
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
  })
}

/** What reaches beyond the screen, or beyond the dialog that is open. */
function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []
    const dialogs = [...document.querySelectorAll('dialog[open]')]
    for (const dialog of dialogs) {
      if (dialog.scrollWidth <= dialog.clientWidth) continue
      const inside = [...dialog.querySelectorAll('*')].filter(
        (part) => part.getBoundingClientRect().right > innerWidth,
      )
      found.push(...inside.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 150)))
    }
    return found
  })
}

test('no word is so long that it widens the page or a dialog, 320 px wide', async ({
  page,
  startOwn,
}) => {
  test.setTimeout(150_000)
  await page.setViewportSize({ width: 320, height: 720 })
  const own = await startOwn({ RATE_LIMITS: 'off' })
  await makeEvents(page, own)
  // Who has access already is led past the dialogs.
  await page.request.post(`${own.url}/api/admin/logout`)
  const person = newPerson()
  async function expectRoom(place: string) {
    expect.soft(await findTooWide(page), place).toEqual([])
  }
  const close = () => page.keyboard.press('Escape')

  await test.step('on the landing page and in its dialogs', async () => {
    await openPage(page, own.url)
    await expectRoom('landing page')
    const card = page.getByRole('article', { name: titles.next })
    await card.getByRole('button', { name: 'Learn More' }).click()
    await openDialog(page, titles.next)
    await expectRoom('Learn More')
    await page.getByRole('button', { name: 'Register for This Event' }).click()
    const form = await openDialog(page, 'Register for Event')
    await expectRoom('Register for Event')
    await fillIn(form, person)
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(form).toBeHidden()
    await expectRoom('what follows a registration')
    await close()
    await page.getByRole('button', { name: titles.future }).click()
    const future = await openDialog(page, 'Future Event Registration')
    await expectRoom('Future Event Registration')
    await fillIn(future, { firstName: 'F'.repeat(120), email: `${'e'.repeat(60)}@example.com` })
    await future.getByRole('button', { name: 'Continue' }).click()
    await expect(future.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    await expectRoom('Notify Me')
  })
})
