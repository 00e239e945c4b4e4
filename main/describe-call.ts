import {
  type Access,
  type Endpoint,
  type SessionAccess,
  unknownFieldRule,
} from '#kernel/endpoint.ts'

const accessWords: Record<SessionAccess, string> = {
  public: 'Everybody may call it.',
  session: 'For a session that holds an e-mail.',
  member: 'For a session with access to the library.',
  memberByEmail: 'For a session with access to the library that holds an e-mail.',
  verified: 'For a session that has shown that its e-mail is theirs.',
  admin: 'For an administrator’s session.',
  adminBeforeFactor:
    'For an administrator’s session, also before a second factor that is required.',
  signed: 'For a provider, by its signature over the body.',
}

/** Returns who may call, in words and as the security of OpenAPI. */
export function describeAccess(access: Access): {
  description: string
  security: Record<string, string[]>[]
} {
  if (typeof access === 'object') {
    const { scope } = access
    return { description: `For a key with \`${scope}\`.`, security: [{ key: [scope] }] }
  }
  const isOpen = access === 'public' || access === 'signed'
  return { description: accessWords[access], security: isOpen ? [] : [{ session: [] }] }
}

/** Says of every object in a body's schema that it has no other fields, if the call refuses them. */
export function closeBody(entry: Endpoint, body: unknown): void {
  if (unknownFieldRule(entry) === 'refuse') closeObjects(body)
}

function closeObjects(schema: unknown) {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema && !('additionalProperties' in schema)) {
    Object.assign(schema, { additionalProperties: false })
  }
  for (const inner of Object.values(schema)) closeObjects(inner)
}
