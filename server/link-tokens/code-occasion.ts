import type { LinkTarget } from './link-token.ts'

/** The dedupe key of an outbox entry names the code that it carries. */
export function makeCodeKey({ id, createdAt }: Pick<LinkTarget, 'id' | 'createdAt'>): string {
  return `code ${id} of ${createdAt.toISOString()}`
}

/** The code that an outbox entry carries; undefined for any other. */
export function readCodeKey(dedupeKey: string): Pick<LinkTarget, 'id' | 'createdAt'> | undefined {
  const [, id, moment] = /^code (\d+) of (\S+)$/.exec(dedupeKey) ?? []
  return id && moment ? { id: Number(id), createdAt: new Date(moment) } : undefined
}

/** How long a code opens anything. */
export const codeValidMs = 10 * 60 * 1000
