import { and, desc, eq } from 'drizzle-orm'
import { openVerifiedSession, requestLibraryLink } from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/**
 * Requests a library link like a visitor and opens it in the browser of `caller`. Reads the mail from its
 * table, because with a `databaseUrl` no file is written.
 */
export async function verifyByLink(
  { call, runJobs, db }: Pick<App, 'call' | 'runJobs' | 'db'>,
  caller: Pick<App, 'call'>,
  email: string,
) {
  await call(requestLibraryLink, { body: { email } })
  await runJobs()
  const [mail] = await db
    .select()
    .from(outboxEntries)
    .where(and(eq(outboxEntries.kind, 'library_link'), eq(outboxEntries.email, email)))
    .orderBy(desc(outboxEntries.id))
  const token = /\/enter\/([\w.-]+)/.exec(JSON.stringify(mail?.kept))?.[1]
  const { status } = await caller.call(openVerifiedSession, { body: { token } })
  if (status !== 200) throw new Error(`the link for ${email} was answered ${status}`)
}
