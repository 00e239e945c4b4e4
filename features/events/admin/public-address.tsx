import { Code, ExternalLink, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useSite } from '#client/page/use-site.ts'
import { copyAddress } from '#client/ui/copy-text.ts'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { isPublished } from '#kernel/publishing.ts'
import { eventPath } from '#kernel/slug.ts'

const quiet =
  'inline-flex min-h-11 items-center sm:min-h-8 gap-1.5 font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2'

type PublicAddressProps = {
  event: Pick<AdminEvent, 'slug' | 'publishAt' | 'title' | 'speakerName'>
  /** Id of the element with the event's title, by which screen readers tell the buttons of several events apart. */
  describedBy?: string
}

/** Shows an event's public URL with buttons to open and copy it. */
export function PublicAddress({ event, describedBy }: PublicAddressProps) {
  const { slug } = event
  const { origin } = useSite()
  const [now] = useState(() => new Date())
  const path = eventPath(slug)
  const address = `${origin}${path}`
  const snippet = `<a href="${address}">${escapeMarkup(`${event.title} with ${event.speakerName}`)}</a>`
  if (!isPublished(event, now)) {
    return (
      <p className="mt-2 text-small wrap-anywhere text-muted">
        Page address once published: {path}
      </p>
    )
  }
  return (
    <p className="flex flex-wrap gap-x-4 text-small sm:gap-x-5 print:hidden">
      <a
        href={path}
        target="_blank"
        rel="noopener"
        aria-describedby={describedBy}
        className={quiet}
      >
        <ExternalLink aria-hidden size={15} className="max-sm:hidden" />
        View page
      </a>
      <button
        type="button"
        aria-describedby={describedBy}
        onClick={() => void copyAddress(address, address)}
        className={quiet}
      >
        <Link2 aria-hidden size={16} className="max-sm:hidden" />
        Copy link
      </button>
      <button
        type="button"
        aria-describedby={describedBy}
        onClick={() =>
          void copyAddress(snippet, 'Link with the event’s title, to paste into other websites.')
        }
        className={quiet}
      >
        <Code aria-hidden size={16} className="max-sm:hidden" />
        Copy as HTML link
      </button>
    </p>
  )
}
