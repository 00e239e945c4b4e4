import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawPicture, temporaryFolder } from '#tests/support/test-pictures.ts'
import { createVariantMaker } from './variant-maker.ts'

const variant = { format: 'webp', width: 320 } as const

/** Returns the number of running child processes. */
function processes() {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
}

async function makerWithPicture(options: Parameters<typeof createVariantMaker>[0] = {}) {
  // The process of an earlier test takes a moment to end.
  await expect.poll(processes).toBe(0)
  const file = join(await temporaryFolder(), 'hero.jpg')
  await writeFile(file, await drawPicture(700, 350).jpeg().toBuffer())
  const maker = createVariantMaker(options)
  onTestFinished(() => maker.stop())
  return { maker, file }
}

test('the picture process runs only while pictures are requested', async () => {
  const { maker, file } = await makerWithPicture({ idleMs: 50 })
  expect(processes()).toBe(0)
  await maker.make(file, variant)
  await expect.poll(processes).toBe(0)
  expect(await maker.make(file, variant)).toBeInstanceOf(Buffer)
})

test('pictures asked for together are all made by one process', async () => {
  const { maker, file } = await makerWithPicture()
  const widths = [320, 480, 640, 960, 1280]
  const asked = widths.map((width) => maker.make(file, { format: 'webp', width }))
  const running = processes()
  expect((await Promise.all(asked)).every((made) => made.length > 100)).toBe(true)
  expect(running).toBe(1)
})

test('an unreadable picture disturbs no other', async () => {
  const { maker, file } = await makerWithPicture()
  const broken = join(await temporaryFolder(), 'broken.jpg')
  await writeFile(broken, 'not a picture')
  const [first, second] = await Promise.allSettled([
    maker.make(broken, variant),
    maker.make(file, variant),
  ])
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(Error) })
  expect(second.status).toBe('fulfilled')
})

test('quick formats overtake the slow one', async () => {
  const { maker, file } = await makerWithPicture()
  const order: string[] = []
  const ask = async (format: 'avif' | 'webp', width: number) => {
    await maker.make(file, { format, width })
    order.push(`${format} ${width}`)
  }
  await Promise.all([ask('avif', 640), ask('avif', 320), ask('webp', 640), ask('webp', 320)])
  expect(order.indexOf('avif 320')).toBe(3)
  expect(order.indexOf('webp 640')).toBeLessThan(order.indexOf('webp 320'))
})

test('a picture that takes too long is given up with its process', async () => {
  const { maker, file } = await makerWithPicture({ patienceMs: 1 })
  await expect(maker.make(file, variant)).rejects.toThrow('the picture process ended')
  await expect.poll(processes).toBe(0)
})

test('stopping ends the process and gives up what waits', async () => {
  const { maker, file } = await makerWithPicture()
  const asked = Array.from({ length: 5 }, () => maker.make(file, variant))
  maker.stop()
  const ends = await Promise.allSettled(asked)
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
  await expect.poll(processes).toBe(0)
})
