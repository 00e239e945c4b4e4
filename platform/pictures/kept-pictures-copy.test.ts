import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { uploadPicture } from '#features/pictures/contract.ts'
import { readCopyFile, writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { pictures } from '#schema/platform.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { testApp } from '#tests/support/test-app.ts'
import { drawPicture } from '#tests/support/test-pictures.ts'
import { createPictureStore } from './picture-store.ts'

test('uploaded pictures come through a copy of the database byte for byte, and are served from it', async () => {
  const { asAdmin, send, database, db } = await testApp()
  const admin = await asAdmin()
  const addresses: string[] = []
  for (const [width, height] of [
    [1600, 900],
    [333, 77],
  ] as const) {
    const content = (await drawPicture(width, height).png().toBuffer()).toString('base64')
    const { body } = await admin.call(uploadPicture, { body: { name: 'noise.png', content } })
    addresses.push(body.address)
  }

  const folder = mkdtempSync(join(tmpdir(), 'greenroom-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'whole.gz')
  await writeCopyFile(file, exportDatabase(database, new Date('2026-12-01T08:00:00Z')))
  const target = await openEmptyDatabase()
  await readCopyFile(file, (text) => importDatabase(target, text))

  const inOrder = (rows: (typeof pictures.$inferSelect)[]) =>
    rows.toSorted((one, other) => one.hash.localeCompare(other.hash))
  const copied = inOrder(await target.db.select().from(pictures))
  expect(copied).toHaveLength(2)
  expect(copied).toEqual(inOrder(await db.select().from(pictures)))
  const store = createPictureStore(target.db, folder, () => Promise.reject(new Error('offline')))
  onTestFinished(() => store.stop())
  for (const address of addresses) {
    const shown = await send({ url: address })
    expect(await store.isThere(address)).toBe(true)
    const found = await store.find(address.replace('/images/', ''))
    expect(found?.size).toBe(shown.rawPayload.length)
    const row = copied.find(({ hash }) => address.includes(hash))
    expect(row?.bytes.equals(shown.rawPayload)).toBe(true)
  }
})
