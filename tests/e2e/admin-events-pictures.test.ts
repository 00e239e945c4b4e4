import { randomBytes } from 'node:crypto'
import type { CDPSession, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createElsewhere, openEditor, removeElsewhere, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openDialog } from './support/landing.ts'

/** Draws a picture, red on the left and blue on the right, 2:1: a 16:9 crop cuts off both sides. */
function halves() {
  const red = { create: { width: 800, height: 800, channels: 3 as const, background: '#e00000' } }
  return sharp({ create: { width: 1600, height: 800, channels: 3, background: '#0000e0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** Returns the share of red in the stored picture. */
async function shareOfRed(page: Page, address: string) {
  const answer = await page.request.get(address)
  const { data, info } = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += info.channels) if (data[at]! > data[at + 2]!) red += 1
  return { share: red / (info.width * info.height), ratio: info.width / info.height }
}

async function choose(page: Page, content: Buffer, name = 'banner.png') {
  await page.getByLabel('Upload banner image').setInputFiles({
    name,
    mimeType: 'image/png',
    buffer: content,
  })
}

async function pinch(session: CDPSession, frame: Locator) {
  const box = (await frame.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - spread, y, id: 0 },
              { x: x + spread, y, id: 1 },
            ],
    })
  await touch('touchStart', 30)
  for (let spread = 35; spread <= 70; spread += 5) await touch('touchMove', spread)
  await touch('touchEnd', 0)
}

test('a picture is cropped by keys, dragging or pinching, uploaded, and shown to visitors', async ({
  page,
  stage,
  expectConsoleError,
  isMobile,
}) => {
  expectConsoleError(/status of 4(00|13).*\/api\/admin\/images/)
  await signIn(page, stage)
  const event = await createElsewhere(page, stage, { status: 'upcoming', priority: -1 })
  const form = await openEditor(page, stage, event.id)
  const field = form.getByRole('textbox', { name: 'Banner image' })
  await expect(form.getByText('JPEG, PNG, WebP or AVIF, 10 MB at most.').first()).toBeVisible()

  await test.step('what is too large or no picture is refused with the reason', async () => {
    await choose(page, randomBytes(10 * 1024 * 1024 + 1))
    await expect(form.getByText('It may have 10 MB at most.')).toBeVisible()
    await choose(page, Buffer.from('no picture at all'))
    const dialog = await openDialog(page, 'Crop the banner image')
    await expect(dialog.getByText('This browser cannot show the picture')).toBeVisible()
    await dialog.getByRole('button', { name: 'Use the whole picture' }).click()
    await expect(dialog.getByText('must be one of JPEG, PNG, WebP, AVIF')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(field).toHaveValue('/images/banners/last-mile.webp')
  })

  await test.step('the chosen part is what is stored', async () => {
    await choose(page, await halves())
    const dialog = await openDialog(page, 'Crop the banner image')
    const frame = dialog.getByRole('application')
    await expect(frame).toBeVisible()
    const zoom = dialog.getByRole('slider', { name: 'Zoom' })
    await expectNoAxeViolations(page)
    if (isMobile) await pinch(await page.context().newCDPSession(page), frame)
    else {
      await zoom.focus()
      await page.keyboard.press('PageUp')
    }
    await expect(zoom).not.toHaveValue('1')
    if (isMobile) {
      await frame.focus()
    } else {
      const box = (await frame.boundingBox())!
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 })
      await page.mouse.up()
      await frame.focus()
    }
    for (let press = 0; press < 120; press++) await page.keyboard.press('ArrowRight')
    await dialog.getByRole('button', { name: 'Use this part' }).click()
    await expect(form.getByText(/Uploaded, \d+ × \d+ pixels/)).toBeVisible()
    await expect(field).toHaveValue(/^\/images\/[0-9a-f]{32}\.webp$/)
    const { share, ratio } = await shareOfRed(page, stage.url + (await field.inputValue()))
    expect(share).toBeGreaterThan(0.6)
    expect(ratio).toBeCloseTo(16 / 9, 1)
  })

  await test.step('it shows at once in the preview, and to visitors once saved', async () => {
    const address = await field.inputValue()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.locator(`img[src="${address}"]`)).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, { title: 'Event Saved' })
    const document = await (await page.request.get(`${stage.url}/`)).text()
    expect(document).toContain(address)
    await expectNoAxeViolations(page)
  })
  await removeElsewhere(page, stage, event.id)
})
