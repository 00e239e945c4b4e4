import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Access } from '#kernel/endpoint.ts'
import { users } from '#schema/people.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson } from './builders.ts'
import type { testApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
export type Caller = Pick<ReturnType<TestApp['newCaller']>, 'send' | 'cookie'>

export const callerKinds = [
  'visitor',
  'forgotten member',
  'member',
  'verified member',
  'administrator',
  'expired administrator',
  'forger',
  'garbler',
] as const
export type CallerKind = (typeof callerKinds)[number]

/** Whom each access rule of the contract names. Specification, "Roles" and "People and access". */
export const namedBy: Record<Access, readonly CallerKind[]> = {
  public: callerKinds,
  session: ['forgotten member', 'member', 'verified member'],
  member: ['member', 'verified member', 'administrator'],
  memberByEmail: ['member', 'verified member'],
  verified: ['verified member'],
  admin: ['administrator'],
  adminBeforeFactor: ['administrator'],
  signed: [],
}

const thirteenHours = 13 * 60 * 60 * 1000

/**
 * One caller of every kind there is. Moves the clock by thirteen hours, so that an administrator who
 * signed in before is one no longer.
 */
export async function everyCaller({
  db,
  clock,
  asMember,
  asAdmin,
  newCaller,
}: TestApp): Promise<Record<CallerKind, Caller>> {
  const forgotten = await buildPerson(db)
  const forgottenMember = await asMember(forgotten.email)
  await db.delete(users).where(eq(users.id, forgotten.id))
  const { email } = await buildPerson(db)
  const verifiedMember = await asMember(email)
  await db.update(sessions).set({ verifiedAt: clock.now() }).where(eq(sessions.email, email))
  const expiredAdministrator = await asAdmin()
  clock.set(new Date(clock.now().getTime() + thirteenHours))
  const withCookie = (cookie: string): Caller => ({
    cookie: () => cookie,
    send: (request) => newCaller().send({ ...request, headers: { cookie, ...request.headers } }),
  })
  return {
    visitor: newCaller(),
    'forgotten member': forgottenMember,
    member: await asMember((await buildPerson(db)).email),
    'verified member': verifiedMember,
    administrator: await asAdmin(),
    'expired administrator': expiredAdministrator,
    forger: withCookie(`greenroom_session=${randomBytes(32).toString('base64url')}`),
    garbler: withCookie('greenroom_session="; DROP TABLE sessions; greenroom_session=%00%FF'),
  }
}
