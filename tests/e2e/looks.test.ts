import type { Page } from '@playwright/test'
import { deriveColours } from '#kernel/look-colours.ts'
import { finishedLooks, type Look } from '#kernel/look.ts'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openPage, openRegisterDialog, sampleTitles, waitForLife } from './support/landing.ts'
import { enterByCall, expectLibrary } from './support/members.ts'
import { register } from './support/people.ts'

test.use({ showsRecordings: true })

const logo = { src: '/images/logos/northpier.svg', width: 183, height: 40 }

/** Amber is tested by all other journeys; the last look represents unusual accents. */
const looks: Record<string, { look: Partial<Look>; isPlain: boolean }> = {
  daylight: { look: finishedLooks.daylight, isPlain: true },
  paper: { look: { ...finishedLooks.paper, logo: { light: logo, dark: logo } }, isPlain: false },
  'pale yellow, round and sober': {
    look: { accent: '#fff6a8', scheme: 'visitor', fonts: 'sans', corners: 'round' },
    isPlain: true,
  },
}

async function lookAround(page: Page, greenroom: Greenroom, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await openPage(page, `${greenroom.url}/`)
  await expectNoAxeViolations(page)
  await openRegisterDialog(page)
  await expectNoAxeViolations(page)
  await page.goto(`${greenroom.url}/events/the-last-mile-comes-first`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(`${greenroom.url}/members`)
  await expectLibrary(page)
  await expectNoAxeViolations(page)
  await page.goto(`${greenroom.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Events Overview' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
}

for (const [name, { look, isPlain }] of Object.entries(looks)) {
  test(`axe finds nothing in the look ${name}, on its pages and on the desk, light and dark`, async ({
    page,
    startOwn,
  }) => {
    test.setTimeout(180_000)
    const { siteFile, remove } = siteWithLook(look, { isPlain })
    const own = await startOwn({ SITE_FILE: siteFile, RATE_LIMITS: 'off' })
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
    })
    await signIn(page, own)
    const email = 'looks@example.com'
    await register(page, own, { email })
    await enterByCall(page.request, own, email)
    for (const scheme of ['light', 'dark'] as const) {
      await test.step(scheme, () => lookAround(page, own, scheme))
    }
    const pair = look.fonts === 'sans' ? /bricolage|instrument/ : /imbue|figtree/
    expect(fonts.length).toBeGreaterThan(1)
    expect(fonts.filter((font) => !pair.test(font))).toEqual([])
    remove()
  })
}

/** Notes the colours, typefaces and corners of every frame from now on. */
async function noteLooks(page: Page) {
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    const note = () => {
      const { documentElement: html } = document
      const { fonts, corners } = html.dataset
      const theme = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')!.content
      const styles = getComputedStyle(html)
      const colours = ['--accent', '--canvas'].map((name) => styles.getPropertyValue(name))
      seen.add([...colours, theme, fonts, corners].join(' '))
      requestAnimationFrame(note)
    }
    note()
  })
  return () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])
}

const [lamplight, daylight, paper] = [
  finishedLooks.lamplight,
  finishedLooks.daylight,
  finishedLooks.paper,
].map(({ accent, fonts, corners }) => {
  const { canvas } = deriveColours(accent, 'light')
  return [accent, canvas, canvas, fonts, corners].join(' ')
})

async function publishElsewhere(page: Page, { url }: Greenroom, look: object) {
  const { content, version } = await (await page.request.get(`${url}/api/admin/site`)).json()
  const data = { content: { ...content, look }, version }
  const saved = await (await page.request.put(`${url}/api/admin/site/draft`, { data })).json()
  const answer = await page.request.post(`${url}/api/admin/site/publish`, {
    data: { version: saved.version, note: '' },
  })
  expect(answer.status()).toBe(200)
}

test(
  'publishing a look changes an open page of the admin area at once and whole, or not at all',
  { tag: '@once' },
  async ({ page, startOwn }) => {
    const own = await startOwn({ RATE_LIMITS: 'off' })
    await page.emulateMedia({ colorScheme: 'light' })
    await signIn(page, own)
    await page.goto(`${own.url}/admin/site`)
    await waitForLife(page)
    const visitor = await page.context().newPage()
    await openPage(visitor, `${own.url}/`)
    const looksOfVisitor = await noteLooks(visitor)
    const looksSeen = await noteLooks(page)

    await test.step('by oneself', async () => {
      await page.getByRole('heading', { name: 'Look', exact: true }).click()
      await page.getByRole('button', { name: /^Daylight/ }).click()
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Draft not published')).toBeVisible()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Publish/ })
        .click()
      await expect.poll(looksSeen).toEqual([lamplight, daylight])
    })

    await test.step('by another administrator', async () => {
      await publishElsewhere(page, own, finishedLooks.paper)
      const nav = page.getByRole('navigation', { name: 'Admin area' })
      await nav.getByRole('link', { name: 'Statistics' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
      expect(await looksSeen()).toEqual([lamplight, daylight])
      // A link to the page itself reloads the site's content.
      await nav.getByRole('link', { name: 'Statistics' }).click()
      await expect.poll(looksSeen).toEqual([lamplight, daylight, paper])
    })

    await test.step('on a public page, only when it is loaded again', async () => {
      await visitor.getByRole('link', { name: sampleTitles.first }).first().click()
      await expect(
        visitor.getByRole('heading', { level: 1, name: sampleTitles.first }),
      ).toBeVisible()
      expect(await looksOfVisitor()).toEqual([lamplight])
      await openPage(visitor, `${own.url}/`)
      expect(await (await noteLooks(visitor))()).toEqual([paper])
    })
  },
)
