import { describeByDefault, wordsContextOf } from '#features/mails/server/compose.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { Opening, Words } from '#features/mails/server/mail-parts.ts'
import { placeholderOf } from '#features/mails/server/own-texts.ts'
import { listBodyPlaceholders } from '#kernel/mail-body.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { MailTextName } from '#kernel/mail-texts.ts'
import type { Site } from '#kernel/site.ts'
import { inertLinkKey } from '#platform/signed-links/signed-links.ts'
import { writeInEveryState } from './mail-states.ts'

const createdAt = new Date('2027-01-01T00:00:00Z')
const outboxEntry = {
  id: 1,
  email: 'nobody@example.com',
  createdAt,
  codeId: 1,
  codeCreatedAt: createdAt,
}

/**
 * Returns the default texts of a kind of mail, in all its variants, with placeholders. Composes the mail about an event
 * with the title `{event}` and the guest `{guest}` to obtain them.
 */
export function readDefaultTexts(
  kind: MailKind,
  { kinds, site, from }: { kinds: MailKinds; site: Site; from: string },
): Record<MailTextName, string[]> {
  const subjects = new Set<string>()
  const openings = new Set<string>()
  const bodies = new Set<string>()
  const named = { ...site, mails: {}, series: { ...site.series, name: '{series}' } }
  const origin = 'https://series.example'
  const context = { kinds, site: named, origin, linkKey: inertLinkKey, firstName: '', outboxEntry }
  writeInEveryState(kind, { kinds, timeZone: site.display.zone }, (_state, about) => {
    const event = about.event && { ...about.event, title: '{event}', speakerName: '{guest}' }
    const notification = { kind, ...about, ...(event && { event }) }
    const words = describeByDefault(notification, kinds, wordsContextOf(notification, context))
    const { subject, subjectFact = '', parts } = words
    subjects.add(subject.replace(subjectFact, '').trim())
    const opening = parts.find((part): part is Opening => 'opening' in part)?.opening
    if (opening !== undefined) openings.add(opening)
    bodies.add(writeBody(kind, parts))
    return { text: subject }
  })
  const isWritten = kind === 'announcement'
  const sender = senderNameOf(from)
  return {
    subject: isWritten ? [] : [...subjects],
    opening: isWritten ? [] : [...openings],
    body: isWritten ? [] : [...bodies],
    closing: [],
    sender: sender ? [sender] : [],
  }
}

/** Returns the default body of a mail in placeholders, including those for which this sample has no part. */
function writeBody(kind: MailKind, parts: Words['parts']): string {
  const lines = ['Hello {firstName},']
  const add = (line: string) => lines.includes(line) || lines.push(line)
  for (const part of parts) {
    if ('opening' in part) lines.push(part.opening)
    if (!('opening' in part) || part.fact !== undefined) add(`{${placeholderOf(part)}}`)
  }
  for (const { name } of listBodyPlaceholders(kind)) add(`{${name}}`)
  return lines.join('\n')
}

/** Returns the display name in a sender such as `Talks <a@b.org>`; empty if the sender has none. */
export function senderNameOf(from: string): string {
  return /^\s*"?(.*?)"?\s*<[^<>]*>\s*$/.exec(from)?.[1] ?? ''
}
