import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  access: 'admin',
  summary: 'When the last good copy of the database was made, and what went wrong since.',
  reply: z.object({
    /** Whether BACKUP_URL names a place for copies. */
    isConfigured: z.boolean(),
    /** The last copy that was proved by making a database from it. */
    last: z.object({ madeAt: instant, people: z.int() }).nullable(),
    /** The latest try, where no good copy came of it. */
    failure: z.object({ at: instant, reason: z.string() }).nullable(),
    /** No good copy for `overdueHours` although there is a place for it. */
    isOverdue: z.boolean(),
  }),
})
