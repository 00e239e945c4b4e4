import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, rowId, personKey as key } from '#kernel/fields.ts'

export const erasePerson = endpoint('DELETE /api/admin/people/:key', {
  access: 'owner',
  summary: 'Erases a person everywhere; statistics stay unchanged, without them.',
  params: z.object({ key }),
  refusals: ['no_such_person', 'person_changed'],
  reply: z.object({ number: rowId }),
})

const erasure = z.object({
  number: rowId,
  erasedAt: instant,
  /**
   * True once the erasure's digests are stored next to the backups; the restore of a backup then repeats
   * the erasure.
   */
  isKept: z.boolean(),
  /** For Zoom and MailerLite: whether the person's data there was deleted. */
  tasks: z.array(
    z.object({
      provider: z.enum(['zoom', 'mailerlite']),
      state: z.enum(['waiting', 'done', 'failed']),
      outcome: z.string().nullable(),
    }),
  ),
})
export type Erasure = z.output<typeof erasure>

export const listErasures = endpoint('GET /api/admin/erasures', {
  access: 'viewer',
  summary: 'Lists erasures by number, newest first, with their results.',
  reply: z.array(erasure),
})
