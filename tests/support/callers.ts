import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { createApiKey } from '#features/api-keys/contract.ts'
import type { Access, SessionAccess } from '#kernel/endpoint.ts'
import { apiScopes, type ApiScope } from '#kernel/api-scopes.ts'
import { users } from '#schema/people.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson } from './builders.ts'
import type { testApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
export type Caller = Pick<ReturnType<TestApp['newCaller']>, 'send' | 'cookie'>

const keyKinds = apiScopes.map((scope) => `key for ${scope}` as const)

export const callerKinds = [
  'visitor',
  'forgotten member',
  'member',
  'verified member',
  'administrator',
  'editor',
  'viewer',
  'expired administrator',
  'forger',
  'garbler',
  'key that is over',
  ...keyKinds,
] as const
export type CallerKind = (typeof callerKinds)[number]

/** Callers with an administrator's session; `administrator` is an owner. */
export const administratorKinds = [
  'administrator',
  'editor',
  'viewer',
] as const satisfies CallerKind[]

/** The callers that each access rule admits. */
const namedBySession: Record<SessionAccess, readonly CallerKind[]> = {
  public: callerKinds,
  session: ['forgotten member', 'member', 'verified member'],
  member: ['member', 'verified member', ...administratorKinds],
  memberByEmail: ['member', 'verified member'],
  verified: ['verified member'],
  owner: ['administrator'],
  editor: ['administrator', 'editor'],
  viewer: administratorKinds,
  adminBeforeFactor: administratorKinds,
  signed: [],
}

/** Returns the callers that an access rule admits; for a scope, the key that has it. */
export function namedBy(access: Access): readonly CallerKind[] {
  return typeof access === 'object' ? [`key for ${access.scope}`] : namedBySession[access]
}

/** Callers with an API key of any scope. */
export const holdsKey = (kind: CallerKind) => keyKinds.some((each) => each === kind)

const thirteenHours = 13 * 60 * 60 * 1000

/**
 * Creates one caller of every kind. Moves the clock by thirteen hours, so that an earlier administrator session
 * expires.
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
  const ended = new Date(clock.now().getTime() + thirteenHours).toISOString()
  const keyThatIsOver = await programWith(expiredAdministrator, newCaller, ['events:read'], ended)
  clock.set(new Date(clock.now().getTime() + thirteenHours))
  const withCookie = (cookie: string): Caller => ({
    cookie: () => cookie,
    send: (request) => newCaller().send({ ...request, headers: { cookie, ...request.headers } }),
  })
  const administrator = await asAdmin()
  const programs = await Promise.all(
    apiScopes.map(async (scope) => {
      const program = await programWith(administrator, newCaller, [scope])
      // The first use of a key is recorded, later ones are not.
      await program.send({ url: '/api/v1/events' })
      return [`key for ${scope}`, program] as const
    }),
  )
  return {
    ...(Object.fromEntries(programs) as Record<(typeof keyKinds)[number], Caller>),
    'key that is over': keyThatIsOver,
    visitor: newCaller(),
    'forgotten member': forgottenMember,
    member: await asMember((await buildPerson(db)).email),
    'verified member': verifiedMember,
    administrator,
    editor: await asAdmin({ username: 'nomvula', role: 'editor' }),
    viewer: await asAdmin({ username: 'lerato', role: 'viewer' }),
    'expired administrator': expiredAdministrator,
    forger: withCookie(`greenroom_session=${randomBytes(32).toString('base64url')}`),
    garbler: withCookie('greenroom_session="; DROP TABLE sessions; greenroom_session=%00%FF'),
  }
}

/** Returns a caller with a new key of this administrator. */
async function programWith(
  { call }: ReturnType<TestApp['newCaller']>,
  newCaller: TestApp['newCaller'],
  scopes: readonly ApiScope[],
  expiresAt?: string,
): Promise<Caller> {
  const body = { name: scopes.join(' '), scopes: [...scopes], expiresAt }
  const { body: made } = await call(createApiKey, { body })
  const program = newCaller()
  return {
    ...program,
    send: (request) =>
      program.send({
        ...request,
        headers: { authorization: `Bearer ${made.key}`, ...request.headers },
      }),
  }
}
