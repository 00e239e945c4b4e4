import type { ClientBase } from 'pg'
import { migrateDatabase } from '#platform/db/migrate.ts'
import {
  countAsBaseline,
  isBeforeBaseline,
  type MigrationMark,
  readAppliedMigrations,
  readMigrations,
  releaseBefore,
} from '#platform/db/migrations.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { inTransaction } from '#platform/db/transactions.ts'
import { countGrownTables } from '#platform/db/vacuum.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import {
  readCopiedTables,
  writeCopiedSequences,
  writeRows,
  type CopiedTable,
} from './copied-tables.ts'
import {
  copyFormat,
  type CopyFooter,
  type CopyHeader,
  readCopy,
  type CopyPart,
} from './copy-file.ts'

const anotherDatabase =
  'Import into a new database (another DATA_DIR or DATABASE_URL) on which Greenroom has never started.'

/**
 * Restores a backup (text chunks in the format of copy-file.ts) into an empty database in one transaction, then
 * migrates the database. Returns the backup's footer. Throws UnusableDatabase if the database has rows or newer
 * migrations than the backup, or if the backup is from a newer release, damaged or incomplete.
 */
export async function importDatabase(
  opened: Pick<OpenDatabase, 'pool' | 'kind' | 'url'>,
  text: AsyncIterable<string>,
): Promise<CopyFooter> {
  const parts = readCopy(text)
  const first = await parts.next()
  const header = (first.value as CopyPart & { kind: 'header' }).header
  const ofCopy = countAsBaseline(header.migrations)
  refuseUnlessKnown(header, ofCopy)
  await inTransaction(opened.pool, async (client) => {
    await refuseUnlessEmpty(client, await readCopiedTables(client))
    refuseUnlessOlder(await readAppliedMigrations(client), ofCopy)
  })
  await migrateDatabase(opened, { count: ofCopy.length })
  const footer = await inTransaction(opened.pool, (client) => loadParts(client, parts))
  await migrateDatabase(opened)
  await countGrownTables(opened.pool)
  return footer
}

async function loadParts(client: ClientBase, parts: AsyncIterable<CopyPart>): Promise<CopyFooter> {
  const tables = await readCopiedTables(client)
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  await client.query(`lock table ${names} in exclusive mode`)
  await refuseUnlessEmpty(client, tables)
  await client.query("set local timezone = 'UTC'")
  // Disable triggers that derive rows: the backup contains those rows already.
  await client.query("set local greenroom.loading = 'yes'")
  let count = 0
  let footer: CopyFooter | undefined
  for await (const part of parts) {
    if (part.kind === 'rows') {
      await writeRows(client, tables, part)
      count += part.rows.length
    } else if (part.kind === 'footer') {
      footer = part.footer
      if (footer.rows !== count)
        throw new UnusableDatabase('This file is incomplete: rows are missing.')
      await writeCopiedSequences(client, tables, footer.sequences)
    }
  }
  // `readCopy` throws if the backup has no footer, so `footer` is defined here.
  return footer!
}

function refuseUnlessKnown({ greenroomCopy }: CopyHeader, ofCopy: MigrationMark[]) {
  if (greenroomCopy === copyFormat && isBeforeBaseline(ofCopy)) {
    throw new UnusableDatabase(
      `This file is too old. Import it with ${releaseBefore} into a new database, then start this release on that database.`,
    )
  }
  const known = readMigrations().map(({ hash }) => hash)
  const isKnown = ofCopy.every(({ hash }, index) => hash === known[index])
  if (greenroomCopy === copyFormat && isKnown) return
  throw new UnusableDatabase(
    'This file was made by another release of Greenroom. Import it with that release.',
  )
}

function refuseUnlessOlder(applied: MigrationMark[], ofCopy: MigrationMark[]) {
  if (applied.every(({ hash }, index) => hash === ofCopy[index]?.hash)) return
  const reason = isBeforeBaseline(applied) ? 'is too old' : 'has newer tables than the file'
  throw new UnusableDatabase(`This database ${reason}. ${anotherDatabase}`)
}

async function refuseUnlessEmpty(client: ClientBase, tables: CopiedTable[]) {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`)
    if (rows.length === 0) continue
    throw new UnusableDatabase(
      `This database is not empty: "${name}" has rows. Nothing was changed. ${anotherDatabase}`,
    )
  }
}
