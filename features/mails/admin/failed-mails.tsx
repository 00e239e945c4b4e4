import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { writeCount } from '#kernel/write-count.ts'
import { outboxEntriesOf } from './outbox-entries.ts'

/** Links the list of failed emails with their number; renders nothing without any. */
export function FailedMails() {
  const { data } = useInfiniteQuery(outboxEntriesOf({ search: '', state: 'failed' }))
  const failed = data?.pages[0]?.counts.failed ?? 0
  if (failed === 0) return null
  return (
    <p className="mt-4 flex items-center gap-2.5 figures">
      <CircleAlert aria-hidden size={19} className="shrink-0 text-danger" />
      <Link to="/admin/email/sent?state=failed" className={textLinkStyle}>
        {writeCount(failed, 'email failed', 'emails failed')}
      </Link>
    </p>
  )
}
