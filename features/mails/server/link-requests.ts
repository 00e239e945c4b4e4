import { eq, lt } from 'drizzle-orm'
import type { TimeContext } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Db } from '#platform/db/open.ts'
import { type Jobs, highPriority } from '#platform/jobs/jobs.ts'
import { type LinkAllowance, linkRequests } from '#schema/mails.ts'
import { planLink } from './link-mails.ts'
import type { MailKinds } from './mail-kind.ts'

type LinkRequest = {
  kind: MailKind
  email: string
  eventId?: number
  allowances?: LinkAllowance[]
}

/**
 * Stores a request for a mail with a link. Runs the same statements for known and unknown addresses, so
 * that neither the reply nor its timing reveals which are known; a job decides whether to send the mail.
 */
export async function storeLinkRequest(
  db: Db,
  request: LinkRequest,
  { jobs, now }: { jobs: Jobs; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(linkRequests)
      .values({ ...request, createdAt: now })
      .returning({ id: linkRequests.id })
    await jobs.send(tx, 'send-link', [{ linkRequestId: stored!.id }], highPriority)
  })
}

/**
 * Adds the requested mail to the outbox if the address may get such a link and has not reached its hourly limit.
 * Deletes the request.
 */
export async function sendRequestedLink(
  db: Db,
  { jobs, kinds, ...time }: { jobs: Jobs; kinds: MailKinds } & TimeContext,
  linkRequestId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [request] = await tx
      .delete(linkRequests)
      .where(eq(linkRequests.id, linkRequestId))
      .returning()
    if (!request) return
    const { kind, email, allowances: own } = request
    const eventId = request.eventId ?? undefined
    if (!(await kinds[kind].isEntitled?.(tx, { email, eventId }, time))) return
    await planLink(tx, { kind, email, eventId, own }, { jobs, kinds, now: time.now })
  })
}

const keptMs = 60 * 60 * 1000

/**
 * Deletes link requests that no job has handled within an hour, because they contain addresses typed by
 * strangers.
 */
export async function sweepLinkRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await db.delete(linkRequests).where(lt(linkRequests.createdAt, before))
}
