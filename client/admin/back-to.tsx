import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** A link above a subpage's heading to its parent page. */
export function BackTo({ path, children }: { path: string; children: string }) {
  return (
    <Link
      to={path}
      className="inline-flex min-h-11 items-center gap-2 text-small text-glow underline underline-offset-4"
    >
      <ArrowLeft aria-hidden size={16} />
      {children}
    </Link>
  )
}
