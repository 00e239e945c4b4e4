import type { LinkTarget } from './link-token.ts'

/** How an outbox entry names the code that it carries. */
export function nameCode({ id, createdAt }: Pick<LinkTarget, 'id' | 'createdAt'>): string {
  return `code ${id} of ${createdAt.toISOString()}`
}

/** The code that an outbox entry carries; undefined for any other. */
export function readCodeName(occasion: string): Pick<LinkTarget, 'id' | 'createdAt'> | undefined {
  const [, id, moment] = /^code (\d+) of (\S+)$/.exec(occasion) ?? []
  return id && moment ? { id: Number(id), createdAt: new Date(moment) } : undefined
}

/** How long a code opens anything. */
export const codeValidMs = 10 * 60 * 1000
