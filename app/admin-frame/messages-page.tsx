import { useParams } from 'react-router'
import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { MailTextList, MailTextPage } from '#features/mail-texts/admin/mail-texts.tsx'
import { Outbox } from '#features/mails/admin/outbox.tsx'
import { mailKinds } from '#kernel/mail-kinds.ts'

export const meta = describeAdminPage('Messages')

/**
 * The outbox, and the words of every kind of mail. One route for all: each costs every visitor of the front page
 * a line.
 */
export default function MessagesPage() {
  const { part, kind } = useParams()
  if (part !== 'texts') return <Outbox />
  const known = mailKinds.find((one) => one === kind)
  return known ? <MailTextPage key={known} kind={known} /> : <MailTextList />
}
