import type { Access } from '#shared/contract/endpoint.ts'
import type { Session } from '#shared/session.ts'
import { Refusal } from '#server/refusal.ts'

const rules: Record<Access, (session: Session | undefined) => boolean> = {
  public: () => true,
  session: (session) => Boolean(session?.email),
  member: (session) => Boolean(session?.hasVideoAccess),
  memberByEmail: (session) => Boolean(session?.email && session.hasVideoAccess),
  verified: (session) =>
    Boolean(session?.email && session.hasVideoAccess && session.verifiedAt !== null),
  admin: (session) => Boolean(session?.isAdmin),
  // Decided by serve-signed.ts, over the body.
  signed: () => false,
}

const messages: Record<Access, string> = {
  public: '',
  session: 'Please enter your email first',
  member: 'Please enter the library with your email first',
  memberByEmail: 'Please enter the library with your email first',
  verified: 'Please show that your email is yours first',
  admin: 'Please sign in as an administrator first',
  signed: 'Please sign this call with the secret of the webhook first',
}

/** 401 for everybody whom the contract's access rule does not name. Specification, "Roles". */
export function requireAccess(access: Access, session: Session | undefined) {
  if (!rules[access](session)) throw new Refusal('not_signed_in', { message: messages[access] })
}
