import { describeByDefault, wordsContextOf } from '#features/mails/server/compose.ts'
import type { MailKinds, Opening } from '#features/mails/server/mail-kind.ts'
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
    return { text: subject }
  })
  const isWritten = kind === 'announcement'
  const sender = senderNameOf(from)
  return {
    subject: isWritten ? [] : [...subjects],
    opening: isWritten ? [] : [...openings],
    closing: [],
    sender: sender ? [sender] : [],
  }
}

/** Returns the display name in a sender such as `Talks <a@b.org>`; empty if the sender has none. */
export function senderNameOf(from: string): string {
  return /^\s*"?(.*?)"?\s*<[^<>]*>\s*$/.exec(from)?.[1] ?? ''
}
