import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { projectFolder } from '#platform/project/project-folder.ts'

export const migrationsFolder = join(projectFolder, 'schema', 'migrations')

/** An applied migration, as recorded in the database and in backup files. */
export type MigrationMark = { hash: string; at: string }

/** Returns all migrations in order, with the SQL files of functions and triggers that they include. */
export function readMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder }).map((migration) => ({
    ...migration,
    sql: migration.sql.flatMap(includeFile),
  }))
}

/**
 * Replaces psql's `\ir` (include a file), alone in its statement, by the statements of that file. The migration's
 * hash does not cover the content of the file.
 */
function includeFile(statement: string): string[] {
  const [, path] = /^\\ir (\S+)$/.exec(statement.trim()) ?? []
  if (path === undefined) return [statement]
  return readFileSync(join(migrationsFolder, path), 'utf8').split('--> statement-breakpoint')
}

/** Returns the migrations applied to a database, oldest first; empty if the database was never migrated. */
export async function readAppliedMigrations(client: ClientBase): Promise<MigrationMark[]> {
  const journal = 'drizzle.__drizzle_migrations'
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [journal])
  if (!rows[0].exists) return []
  const marks = `select hash, created_at::text as at from ${journal} order by created_at`
  return countAsBaseline((await client.query<MigrationMark>(marks)).rows)
}

/**
 * Takes a list of applied migrations and replaces those that preceded the baseline migration by the baseline
 * itself, if all of them were applied: both create the same tables.
 */
export function countAsBaseline(marks: MigrationMark[]): MigrationMark[] {
  if (!beforeBaseline.every((hash, index) => marks[index]?.hash === hash)) return marks
  const [{ hash, folderMillis }] = readMigrations() as [MigrationMeta]
  return [{ hash, at: String(folderMillis) }, ...marks.slice(beforeBaseline.length)]
}

/** The release that can still apply the migrations that preceded the baseline migration. */
export const releaseBefore = 'the release before this one (revision 04fd3f6)'

/** Returns whether the oldest applied migration is one that preceded the baseline migration. */
export function isBeforeBaseline([first]: MigrationMark[]): boolean {
  return first?.hash === beforeBaseline[0]
}

/** Hashes of the 33 migrations that the baseline migration replaced. */
const beforeBaseline = [
  '980af73f8a43df8971b9451aaf61cf60a1b0a086860b9012c2d11c15a17161ed',
  'f80246c122095c07a946a8d1ae8f17ee52203c5b5cc6433d6b5870ffbef1094a',
  'e23c40e2a37194f36e2d3c59bdb5b533a8995fb60a6a627790bd53bb91ca9402',
  'e9e33ec7fcd598ebf3712f7f2912bb58964d0177164ded28316011871e301467',
  '5e993511c082086025a47377dfd7ce6ea4fe84f57c6aeb3cec02026ca009fa13',
  '42038486da809d879c411baa378ebf6fdd8acee4ed197907ee6889c7f159ea56',
  'f555de5c9b6323d5e6ef2776fff390d02feb9b697e119b6391cdc257da4c859d',
  'e8935930ef04b03a13f014ed8ab88c3f7ef71d266e4168e988880897187ee492',
  '8e1781e82e31984f8ef3a394f11b97c687787167d6d3f774aa662f9886a0d02d',
  'b09ccadf9a4b13e1579658073b4fd9b43faef278072c36a3b2fc26642b1efebb',
  'f870eba1504d796eb8472904e5f8ff6f7591197f64b7ee86201b81fa38e7f634',
  '75448c5379940f984c786bcefcba4f5251e0e3a40fb2a854127c86a7cc26873e',
  'f562436d6a37b06fa26e806d432e424b3dd2a4a1bbeecfbc0724929f4402f609',
  '6208dff8bff66b2608fa0680f5159112c8901cbd505d732ac9b2e595472a34ba',
  '361f5607b2c2f4dd9c1aff0739a6da37a4b30c67d912b7ffbd02bea4076c9c34',
  'ed469f25a45cacef87ad2b6fa182af4eea8c0620e46a85933541e02b4cd9cf0c',
  '79c36db05108e634df8056061cfe848df5e3397a4e301cdbd8f3ee057835e963',
  '7b4e23dd5d12fa582b4f8511822825e55266268861f8ffff5c07f0723dc3223f',
  '14fcbab02f7eaed980291f7ca3735c2f77de16142d093fbe847d96ed33666dff',
  '1ff868c8bbdc126874884e332689a0d9f8a64678168edb19e80b048acda2ca1f',
  '45ff22be816eb04e00f47c7be62835d3cf30a710d76898fbf4cbf2c22339a27f',
  '6d94ce76c2f14ac17e17a23e423d189229e15c95127f73a0cd6f173f0edaa78d',
  'cd7c90c29e9a94c9c7e7f1c89e2da32cd33a49930290a913c312b82d099a05ae',
  '95ec8c502f4fbc1de354fd702a58ab47fcddede75a3c0bda99de910103050e76',
  '1301787bdbe4a803475274353f73590fa53fe41df0211897cd600c27929d84e0',
  '251f3f890dadf639031927d4afa25fedea6dd5d4c37dc521e7b6de8aa4bd89db',
  '491468ff29cf73fb3e239a2776651e9b8a2ac78b6eeb6aa35c115b07d2691b87',
  '18cce285883c289490403db72ada8910c10c90efea8909ad09acff48f80edda1',
  'ca21744d939915872d2aa6d16842d36242f0166c47763e69dc1ce6baa8bbc38e',
  '4905666abf3d05529668b51e32c5335a8d0b7a98cdc933988556e437975b5ab4',
  '76c9449c9d7c82ea922b9cd05f5d7b48639a8ea12d8454df7ace0e2e6c078250',
  'f24023bab8d5e237af5d9fcc5c9c58604b52dbd1d5e9bf50fcdc590ab9a5ef9a',
  'ad7460bd776ccc8922534ed3e188395476d4408f131b7904c3f85896e72a0eaf',
]
