import type { Page } from '@playwright/test'
import { finishedLooks, type Look } from '#kernel/look.ts'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openPage, openRegisterDialog } from './support/landing.ts'
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
