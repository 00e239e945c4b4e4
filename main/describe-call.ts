import {
  type Access,
  type Endpoint,
  type SessionAccess,
  unknownFieldRule,
} from '#kernel/endpoint.ts'

const accessWords: Record<SessionAccess, string> = {
  public: 'Public.',
  session: 'For a session with an email.',
  member: 'For a session with access to the library.',
  memberByEmail: 'For a session with an email and access to the library.',
  verified: 'For a session that verified its email.',
  owner: 'For the session of an administrator with the role owner.',
  editor: 'For the session of an administrator with the role editor or owner.',
  viewer: 'For an administrator’s session.',
  adminBeforeFactor:
    'For an administrator’s session, also before required two-factor authentication is set up.',
  signed: 'For a provider that signs the body.',
}

/** Returns who may call an endpoint, as a sentence and as OpenAPI security requirements. */
export function describeAccess(access: Access): {
  description: string
  security: Record<string, string[]>[]
} {
  if (typeof access === 'object') {
    const { scope } = access
    return { description: `For an API key with \`${scope}\`.`, security: [{ key: [scope] }] }
  }
  const isOpen = access === 'public' || access === 'signed'
  return { description: accessWords[access], security: isOpen ? [] : [{ session: [] }] }
}

/**
 * Forbids additional fields in all objects of the request body's JSON Schema, if the endpoint refuses unknown fields.
 */
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
