import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { FormForEditors } from '#client/admin/for-role.tsx'
import { BackTo } from '#client/admin/back-to.tsx'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { readId, readOneOf } from '#client/admin/use-address-filter.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Announcement } from '#features/announcements/contract.ts'
import { describeAudience } from '#features/announcements/rules.ts'
import { audienceKinds, isOfEvent } from '#kernel/audience-kinds.ts'
import {
  blankDraft,
  type AnnouncementDraft,
  type AnnouncementKeeper,
} from './announcement-draft.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementPreview } from './announcement-preview.tsx'
import { AnnouncementProgress } from './announcement-progress.tsx'
import { announcementOf, announcementLabels, titleOf } from './announcement-queries.ts'
import { AnnouncementRecipients } from './announcement-recipients.tsx'
import { useEventTitles } from './event-choice.tsx'

/** Keep unsaved text outside of the component: when the session expires, the sign-in form replaces the component. */
const draftKeeper: AnnouncementKeeper = createDraftKeeper()

/**
 * Returns the initial values of a new announcement from a URL query such as `?event=12&to=did_not_come`, to
 * which an event's page links.
 */
function readStart(params: URLSearchParams): AnnouncementDraft {
  const eventId = readId(params, 'event')
  if (eventId === undefined) return blankDraft
  const kind = readOneOf(params, 'to', audienceKinds) ?? 'registered'
  const topic = isOfEvent(kind) ? 'event' : 'news'
  return { ...blankDraft, topic, eventId, any: [{ kind, ...(topic === 'event' && { eventId }) }] }
}

/** Page of an announcement that is not saved yet. */
export function NewAnnouncement() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [start] = useState(() => readStart(params))
  return (
    <>
      <BackTo path="/admin/email">All announcements</BackTo>
      <PageHeading>New announcement</PageHeading>
      <FormForEditors>
        <AnnouncementForm
          announcement={undefined}
          keeper={draftKeeper}
          start={start}
          onCreated={(id) => void navigate(`/admin/email/${id}`, { replace: true })}
        />
      </FormForEditors>
    </>
  )
}

/** Page of one announcement: the form of a draft, or the progress of sending after approval. */
export function AnnouncementPage({ id }: { id: number }) {
  const read = useQuery(announcementOf(id))
  const announcement = read.data
  const page = String(id)
  const [typed, setTyped] = useState(() => draftKeeper.read(page)?.draft)
  // If another administrator sends the announcement meanwhile, the form disappears. Keep its unsaved text, so that the
  // page can still show the text.
  const [keeper] = useState<AnnouncementKeeper>(() => ({
    read: draftKeeper.read,
    keep(name, kept) {
      draftKeeper.keep(name, kept)
      setTyped(kept?.draft)
    },
  }))
  return (
    <>
      <BackTo path="/admin/email">All announcements</BackTo>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 wrap-anywhere">
          <PageHeading>{announcement ? titleOf(announcement) : 'Announcement'}</PageHeading>
        </div>
        {announcement && (
          <Badge tone={announcementLabels[announcement.state].tone}>
            {announcementLabels[announcement.state].name}
          </Badge>
        )}
      </div>
      <NotLoaded
        query={read}
        message="The announcement could not be loaded. Please try again."
        skeleton="mt-8 h-96"
      />
      {announcement?.state === 'draft' && (
        <FormForEditors>
          <AnnouncementForm
            announcement={announcement}
            keeper={keeper}
            onCreated={() => undefined}
          />
        </FormForEditors>
      )}
      {announcement && announcement.state !== 'draft' && typed && (
        <UnsavedText draft={typed} onLetGo={() => keeper.keep(page, undefined)} />
      )}
      {announcement && announcement.state !== 'draft' && <Approved announcement={announcement} />}
    </>
  )
}

/**
 * Shows the text that this administrator had not saved when another one sent the announcement, with the note that the
 * mail does not contain it.
 */
function UnsavedText({ draft, onLetGo }: { draft: AnnouncementDraft; onLetGo: () => void }) {
  const navigate = useNavigate()
  return (
    <section
      aria-labelledby="left-over"
      className="mt-6 rounded-md border border-line-strong bg-raised p-5"
    >
      <h2 id="left-over" role="alert" className="font-semibold">
        This announcement was sent while you were writing. Your changes are not in it.
      </h2>
      <p className="mt-3 wrap-anywhere">{draft.subject}</p>
      <pre className="mt-2 max-h-72 overflow-y-auto font-body text-small wrap-anywhere whitespace-pre-wrap">
        {draft.body}
      </pre>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            draftKeeper.keep('new', { draft, base: undefined })
            onLetGo()
            void navigate('/admin/email/new')
          }}
        >
          Use in a new announcement
        </Button>
        <Button variant="quiet" onClick={onLetGo}>
          Discard
        </Button>
      </div>
    </section>
  )
}

function Approved({ announcement }: { announcement: Announcement }) {
  const titles = useEventTitles()
  const { id, audience, topic } = announcement
  return (
    <>
      <p className="mt-3 max-w-reading wrap-anywhere text-muted">
        {topic === 'event' ? 'About an event' : 'Newsletter'}. Recipients: everyone who{' '}
        {describeAudience(audience, titles.titleOf)}.
      </p>
      <AnnouncementProgress announcement={announcement} titles={titles} />
      <AnnouncementRecipients id={id} />
      <AnnouncementPreview announcement={announcement} isDirty={false} />
    </>
  )
}
