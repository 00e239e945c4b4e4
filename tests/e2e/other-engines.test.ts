import { writeFile } from 'node:fs/promises'
import { expect, request, test } from '@playwright/test'
import sharp from 'sharp'
import { newPerson, sampleTitles } from './support/landing.ts'
import { type Engine, isWebKit, openFirefox, openWebKit } from './support/other-engine.ts'
import { startPrepared } from './support/prepare.ts'
import { findFirefox } from '#tests/support/find-browser.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'

const firefox = findFirefox()
test.skip(!isWebKit() && firefox === undefined, 'no Firefox on this machine')
test.describe.configure({ mode: 'serial' })

let engine: Engine
let greenroom: Greenroom
test.beforeAll(async () => {
  greenroom = await startPrepared()
  engine = isWebKit() ? await openWebKit() : await openFirefox(firefox!.path)
})
test.afterAll(async () => {
  await engine?.close()
  await greenroom?.close()
})
test.afterEach(async () => {
  const info = test.info()
  if (info.status === 'passed' && !isWebKit()) return
  await writeFile(info.outputPath('screen.png'), await engine.screenshot())
})

const person = newPerson()

test('the front page shows its events in another engine', async () => {
  await open(greenroom.url)
  for (const title of Object.values(sampleTitles)) await see(title)
})

test('a visitor who opens several pages has nothing stored in another engine', async () => {
  await open(`${greenroom.url}/events`)
  await open(greenroom.url)
  const stored = '[document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)]'
  expect(await engine.evaluate(stored)).toEqual([''])
})

test('a visitor registers in another engine', async () => {
  await open(`${greenroom.url}/events/the-last-mile-comes-first`, 'form[method=post]')
  await fill('First name', person.firstName)
  await fill('Last name', person.lastName)
  await fill('Email', person.email)
  await press('Register for Event')
  await see('You are registered')
})

test('a member enters the library in another engine', async () => {
  await open(`${greenroom.url}/members`, 'form[method=post]')
  await fill('Email', person.email)
  await press('Access Videos')
  await see('Exclusive Interview Collection')
})

test('an administrator logs in, in another engine', async () => {
  await open(`${greenroom.url}/admin`)
  await see('Admin Login')
  await fill('Username', greenroom.adminUsername)
  await fill('Password', greenroom.adminPassword)
  await press('Login')
  await see('House Lights Admin Dashboard')
})

test('an administrator changes an event in another engine', async () => {
  await open(`${greenroom.url}/admin/events`)
  await press('Edit')
  await see('Everything is saved')
  await fill('Speaker title', 'Cartographer')
  await press('Save changes')
  await see('Event Saved')
})

test('a PDF of an event is displayed in another engine', async () => {
  test.skip(!isWebKit(), 'only WebKit shows nothing for a PDF in a sandbox')
  const { url, adminUsername: username, adminPassword: password } = greenroom
  const calls = await request.newContext({ baseURL: url })
  const login = await calls.post('/api/admin/login', { data: { username, password } })
  expect(login.status()).toBe(200)
  const [event] = (await (await calls.get('/api/events/upcoming')).json()) as { id: number }[]
  const file = { name: 'slides.pdf', mimeType: 'application/pdf', buffer: Buffer.from(greenPage) }
  const added = await calls.post(`/api/admin/events/${event!.id}/materials`, {
    multipart: { kind: 'file', title: 'Slides', visibleTo: 'everybody', visibleFrom: 'now', file },
  })
  expect(added.status(), await added.text()).toBe(200)
  const { id } = (await added.json()) as { id: number }
  await calls.dispose()
  await engine.goto(`${url}/materials/${id}/slides.pdf`)
  await expect.poll(countGreenPixels).toBeGreaterThan(10_000)
})

/** A PDF document of one page, which is green. */
const greenPage = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources <<>>>> endobj
4 0 obj <</Length 28>> stream
0 0.8 0 rg 0 0 400 400 re f
endstream endobj
trailer <</Root 1 0 R /Size 5>>
`

async function countGreenPixels() {
  const { data, info } = await sharp(await engine.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! < 60 && data[at + 1]! > 150 && data[at + 2]! < 60) count++
  }
  return count
}

/** Opens a page and waits until React has hydrated the element of this selector. */
async function open(url: string, selector = 'main') {
  await engine.goto(url)
  const isHydrated = `Object.keys(document.querySelector('${selector}') ?? {}).some((key) => key.startsWith('__reactProps'))`
  await expect.poll(() => engine.evaluate(isHydrated)).toBe(true)
}

async function see(text: string) {
  const isShown = `document.body.innerText.includes(${JSON.stringify(text)})`
  await expect.poll(() => engine.evaluate(isShown), text).toBe(true)
}

/** An expression for the control with this label, or the button or link with this name. */
function named(selector: string, name: string): string {
  return `[...document.querySelectorAll('${selector}')].find((element) =>
    [element.ariaLabel, element.labels?.[0]?.innerText, element.innerText].some(
      (text) => text?.replace('*', '').trim() === ${JSON.stringify(name)},
    ))`
}

async function fill(label: string, text: string) {
  const field = named('input, textarea', label)
  await expect(async () => {
    await engine.fill(field, text)
    expect(await engine.evaluate(`${field}.value`)).toBe(text)
  }, label).toPass()
}

async function press(name: string) {
  await expect(() => engine.click(named('button, a', name)), name).toPass()
}
