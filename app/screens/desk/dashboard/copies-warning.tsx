import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { backups } from '#app/api/admin-queries.ts'
import { overdueHours } from '#shared/overdue-copies.ts'

/** What the admin area opens with while there is no good backup of the last two days; otherwise nothing. */
export function BackupsWarning() {
  const { data } = useQuery(backups)
  if (!data?.isOverdue) return null
  return (
    <p className="flex items-start gap-2.5 rounded-md border border-line bg-raised px-4 py-3">
      <CircleAlert aria-hidden size={19} className="mt-0.5 shrink-0 text-danger" />
      <span className="min-w-0">
        {data.last
          ? `The last good copy of the database is older than ${overdueHours} hours.`
          : 'There is no good copy of the database yet.'}{' '}
        <Link
          to="/admin/settings#copies"
          className="font-semibold text-glow underline underline-offset-4"
        >
          See Copies
        </Link>
      </span>
    </p>
  )
}
