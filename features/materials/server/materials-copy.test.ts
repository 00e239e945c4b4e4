import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCopyFile, writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { materialParts, materials, showNotes } from '#schema/materials.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a copy of the database contains materials, their files byte for byte, and show notes', async () => {
  const { database, db } = await testApp()
  const { id: eventId } = await buildEvent(db)
  const visible = { visibleTo: 'members', visibleFrom: 'end' } as const
  const file = { kind: 'file', fileName: 'a.bin', mediaType: 'application/octet-stream' } as const
  const link = { kind: 'link', title: 'Notes', url: 'https://example.org/' } as const
  const [{ id: materialId } = { id: 0 }] = await db
    .insert(materials)
    .values({ eventId, ...visible, ...file, title: 'A', size: 600_000 })
    .returning()
  await db.insert(materials).values({ eventId, ...visible, ...link })
  for (const [part, length] of [300_000, 300_000].entries()) {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 7 + part) % 256))
    await db.insert(materialParts).values({ materialId, part, bytes })
  }
  await db.insert(showNotes).values({ eventId, markdown: '*Hi*', html: '<p><em>Hi</em></p>' })

  const folder = mkdtempSync(join(tmpdir(), 'greenroom-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const copy = join(folder, 'whole.gz')
  await writeCopyFile(copy, exportDatabase(database, new Date('2026-12-01T08:00:00Z')))
  const target = await openEmptyDatabase()
  await readCopyFile(copy, (text) => importDatabase(target, text))
  for (const table of [materials, materialParts, showNotes]) {
    expect(await target.db.select().from(table)).toEqual(await db.select().from(table))
  }
})
