import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { finishedLooks, type FinishedLook } from '#kernel/look.ts'
import { setupSteps } from '#kernel/values.ts'
import { findBrowser } from '#tests/support/find-browser.ts'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'
import { ask, fill, findAddresses, listAdminPaths, newVisitor, signIn } from './gather-pages.ts'

/**
 * `npm run gallery -- [FOLDER [PART]]`: writes a screenshot of every screen of a filled site in each finished
 * look, at 390 and 1440 px, light and dark. PART limits it to file names that contain this text, such as
 * `paper/390-dark` or `admin-events`.
 */
const [folderGiven, part = ''] = process.argv.slice(2)
const folder = folderGiven
  ? resolve(folderGiven)
  : mkdtempSync(join(tmpdir(), 'greenroom-gallery-'))
if (`${folder}/`.startsWith(`${process.cwd()}/`)) {
  console.error('Choose a folder outside the repository.')
  process.exit(1)
}

const screens = [
  { width: 390, height: 844, isMobile: true },
  { width: 1440, height: 900, isMobile: false },
]
const publicPaths = ['/', '/register', '/notify', '/members', '/me', '/privacy', '/nothing/here']

type Paths = { visitor: string[]; admin: string[] }

const greenroom = await startGreenroom({ env: { RATE_LIMITS: 'off' } })
const browser = await chromium.launch({ executablePath: findBrowser()?.path })
let count = 0
try {
  await fill(greenroom)
  const admin = await newVisitor(browser)
  await signIn(greenroom, admin.request)
  const { events, eventIds, people, links } = await findAddresses(greenroom, admin.request)
  const paths = {
    visitor: [...publicPaths, ...events.slice(0, 4), ...links],
    admin: [
      ...listAdminPaths(eventIds),
      ...people,
      '/attendee-import',
      '/bulk-import',
      '/admin/setup',
      ...setupSteps.map((step) => `/admin/setup/${step}`),
    ],
  }
  for (const [name, look] of Object.entries(finishedLooks)) {
    await publishLook(greenroom, admin.request, look)
    await photographLook(name, look, paths, admin)
  }
} finally {
  await browser.close()
  await greenroom.close()
}
console.log(`${count} screenshots in ${folder}`)

async function publishLook(
  { url }: Greenroom,
  calls: BrowserContext['request'],
  look: FinishedLook,
) {
  const { content, version } = await ask<{ content: object; version: number }>(
    calls.get(`${url}/api/admin/site`),
  )
  const data = { content: { ...content, look }, version }
  const saved = await ask<{ version: number }>(calls.put(`${url}/api/admin/site/draft`, { data }))
  await ask(
    calls.post(`${url}/api/admin/site/publish`, { data: { version: saved.version, note: '' } }),
  )
}

async function photographLook(
  name: string,
  { scheme }: FinishedLook,
  { visitor, admin }: Paths,
  signedIn: BrowserContext,
) {
  const storageState = await signedIn.storageState()
  const schemes = scheme === 'visitor' ? (['light', 'dark'] as const) : [scheme]
  for (const { width, height, isMobile } of screens) {
    for (const colorScheme of schemes) {
      const place = `${name}/${width}-${colorScheme}`
      const options = { viewport: { width, height }, isMobile, hasTouch: isMobile, colorScheme }
      await photograph(browser, place, ['/admin', ...visitor], options)
      await photograph(browser, place, admin, { ...options, storageState }, 'signed-in')
    }
  }
}

type Options = Parameters<Browser['newContext']>[0]

async function photograph(
  from: Browser,
  place: string,
  paths: string[],
  options: Options,
  who = 'visitor',
) {
  const shots = paths
    .map((path) => ({ path, file: `${place}/${who}${path.replaceAll('/', '-').slice(0, 60)}.png` }))
    .filter(({ file }) => file.includes(part))
  if (shots.length === 0) return
  const context = await newVisitor(from, { ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  mkdirSync(join(folder, place), { recursive: true })
  for (const { path, file } of shots) {
    await page.goto(greenroom.url + path)
    // Some pages keep requesting.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
    await page.screenshot({ path: join(folder, file), fullPage: true })
    count += 1
  }
  await context.close()
}
