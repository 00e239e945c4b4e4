import { useParams } from 'react-router'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Announcements } from '#features/announcements/admin/announcements.tsx'
import { Outbox } from '#features/mails/admin/outbox.tsx'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { describeSection } from './describe-section.ts'

export const meta = describeSection

const loading = <Skeleton className="mt-8 h-96" />
const MailTextList = lazyChunk(
  async () => (await import('#features/mail-texts/admin/mail-texts.tsx')).MailTextList,
  loading,
)
const MailTextPage = lazyChunk(
  async () => (await import('#features/mail-texts/admin/mail-texts.tsx')).MailTextPage,
  loading,
)

/**
 * Three pages below `/admin/email`: announcements, each with its own page at `/admin/email/{id}`; sent emails; and
 * the wording of each kind of mail.
 */
export default function EmailPage() {
  const { part, kind } = useParams()
  if (part === 'sent') return <Outbox />
  if (part !== 'wording') return <Announcements id={part} />
  const known = mailKinds.find((one) => one === kind)
  return known ? <MailTextPage key={known} kind={known} /> : <MailTextList />
}
