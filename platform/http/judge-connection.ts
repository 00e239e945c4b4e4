const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])
const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES', 'EPERM'])

export type ConnectionFault =
  | 'unknown_host'
  | 'refused'
  | 'no_answer'
  | 'bad_certificate'
  | 'other_security'

/** What became of a connection, whatever was to be said on it; undefined where that cannot be told. */
export function judgeConnection(error: unknown): ConnectionFault | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (unknownHost.has(code)) return 'unknown_host'
  if (refused.has(code)) return 'refused'
  if (code === 'ETIMEDOUT') return 'no_answer'
  return judgeTls(code, message)
}

/** Some libraries put codes of their own over those of TLS: the words, which are Node's, tell it as well. */
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
