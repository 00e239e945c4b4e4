const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])
const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES', 'EPERM'])

export type ConnectionFault =
  | 'unknown_host'
  | 'refused'
  | 'no_answer'
  | 'bad_certificate'
  | 'other_security'

/** Returns why a connection failed, for connections of any protocol; undefined if unknown. */
export function judgeConnection(error: unknown): ConnectionFault | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (unknownHost.has(code)) return 'unknown_host'
  if (refused.has(code)) return 'refused'
  if (code === 'ETIMEDOUT') return 'no_answer'
  return judgeTls(code, message)
}

/**
 * Returns why a TLS handshake failed; undefined for other errors. Checks Node's message, too, because some
 * libraries replace the error code.
 */
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
