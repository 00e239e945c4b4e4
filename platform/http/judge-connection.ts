const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])
const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES', 'EPERM'])

export type ConnectionFault =
  | 'unknown_host'
  | 'refused'
  | 'no_answer'
  | 'bad_certificate'
  | 'other_security'

/** Returns the kind of a connection failure of any protocol; undefined if unknown. */
export function judgeConnection(error: unknown): ConnectionFault | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (unknownHost.has(code)) return 'unknown_host'
  if (refused.has(code)) return 'refused'
  if (code === 'ETIMEDOUT') return 'no_answer'
  return judgeTls(code, message)
}

/** Some libraries replace TLS error codes with their own, so the message, which is Node's, is checked too. */
export function judgeTls(code: string, message: string): ConnectionFault | undefined {
  if (
    /CERT|SELF_SIGNED|ALTNAME|LEAF_SIGNATURE/.test(code) ||
    /certificate|altname/i.test(message)
  ) {
    return 'bad_certificate'
  }
  const isOther = /wrong version number|packet length|unknown protocol|SSL|EPROTO\b/i.test(
    `${code} ${message}`,
  )
  return isOther ? 'other_security' : undefined
}
