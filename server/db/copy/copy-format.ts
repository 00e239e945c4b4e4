import { z } from 'zod'

/** The format's number; a copy of another one is refused. */
export const copyFormat = 1

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
const sequence = z.object({ table: z.string(), column: z.string(), last: z.string().nullable() })

/**
 * A copy is JSON lines: a header, then for each table its name and columns followed by its rows,
 * then the footer, without which a copy is not whole. A value is PostgreSQL's own text for it.
 */
export const copyHeader = z.object({
  greenroomCopy: z.number(),
  madeAt: z.string(),
  migrations: z.array(z.object({ hash: z.string(), at: z.string() })).min(1),
})
export const copyTable = z.object({ table })
export const copyRow = z.array(z.string().nullable())
export const copyFooter = z.object({
  sequences: z.array(sequence),
  rows: z.number(),
  /** Rows of each table; older copies say only how many there are in all. */
  tables: z.record(z.string(), z.number()).optional(),
})

export type CopyHeader = z.infer<typeof copyHeader>
export type CopyRow = z.infer<typeof copyRow>
export type CopyFooter = z.infer<typeof copyFooter>
export type CopySection = z.infer<typeof table>
/** The number that an identity column gave out last; null where it gave none yet. */
export type CopiedSequence = z.infer<typeof sequence>
export type MigrationMark = CopyHeader['migrations'][number]
