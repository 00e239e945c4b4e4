import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { FilterField } from '#client/admin/filter-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { describeAudienceCount } from '#features/announcements/rules.ts'
import {
  audienceKinds,
  isOfEvent,
  type AudienceKind,
  type AudiencePart,
} from '#kernel/audience-kinds.ts'
import { writePeople } from '#kernel/write-count.ts'
import { audienceOf, isWhole, type AnnouncementDraft } from './announcement-draft.ts'
import { audiencesOf, countOf } from './announcement-queries.ts'
import { AudiencePeople } from './audience-people.tsx'
import { EventChoice, type EventTitles } from './event-choice.tsx'

const kindNames: Record<AudienceKind, string> = {
  registered: 'Registered',
  pre_registered: 'Pre-registered',
  waitlisted: 'On the waiting list',
  came: 'Attended',
  did_not_come: 'Registered but missed it',
  not_watched: 'Has not watched the recording',
  interested: 'Interested in future events',
  updates: 'Agreed to updates',
}

type AudienceFieldProps = {
  draft: AnnouncementDraft
  onChange: (changes: Partial<AnnouncementDraft>) => void
  titles: EventTitles
  errors: string[]
}

/**
 * Fields for the recipients of an announcement: groups to include and to exclude, and a summary with their
 * number.
 */
export function AudienceField({ draft, onChange, titles, errors }: AudienceFieldProps) {
  const { topic, eventId, any, except, crewOf } = draft
  const crewEvent = crewOf ?? eventId
  return (
    <div className="grid grid-cols-1 gap-5">
      <Parts
        legend="Send to"
        one="group"
        add="Add a group"
        parts={any}
        // With the topic `event`, only people related to the announcement's event can be recipients.
        kinds={topic === 'event' ? audienceKinds.filter(isOfEvent) : audienceKinds}
        hasOwnEvents={topic !== 'event'}
        ownEventId={eventId ?? undefined}
        blank={{ kind: 'came', ...(eventId !== null && { eventId }) }}
        least={1}
        onChange={(parts) => onChange({ any: parts })}
      />
      <Parts
        legend="Except"
        one="excluded group"
        add="Exclude a group"
        parts={except}
        kinds={audienceKinds}
        hasOwnEvents
        ownEventId={undefined}
        blank={{ kind: 'came', ...(eventId !== null && { eventId }) }}
        least={0}
        onChange={(parts) => onChange({ except: parts })}
      />
      {crewEvent !== null && (
        <Checkbox
          label={`Also send to the crew (hosts, guests, producers) of ${titles.titleOf(crewEvent)}`}
          checked={crewOf !== undefined}
          onChange={({ target }) => onChange({ crewOf: target.checked ? crewEvent : undefined })}
        />
      )}
      <div role="alert" className="text-small font-medium text-danger empty:hidden">
        {errors.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <AudienceSummary draft={draft} titles={titles} />
    </div>
  )
}

type PartsProps = {
  legend: string
  one: string
  add: string
  parts: AudiencePart[]
  kinds: readonly AudienceKind[]
  /** True if each group of the audience has its own event; false if all groups refer to the announcement's event. */
  hasOwnEvents: boolean
  ownEventId: number | undefined
  blank: AudiencePart
  least: number
  onChange: (parts: AudiencePart[]) => void
}

const mostParts = 20

function Parts({
  legend,
  one,
  add,
  parts,
  kinds,
  blank,
  least,
  onChange,
  hasOwnEvents,
  ownEventId,
}: PartsProps) {
  const change = (at: number, part: AudiencePart) =>
    onChange(parts.map((old, index) => (index === at ? part : old)))
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      <ul className="mt-2 grid gap-3">
        {parts.map((part, at) => (
          <li
            key={at}
            aria-label={`${one} ${at + 1}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-2 rounded-md border border-line bg-surface p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <KindChoice
              part={hasOwnEvents ? part : { ...part, eventId: ownEventId }}
              kinds={kinds}
              onChange={(kind) => change(at, { ...part, kind })}
            />
            <div className="min-w-0 max-sm:order-last max-sm:col-span-full">
              {hasOwnEvents && isOfEvent(part.kind) && (
                <EventChoice
                  label="Event"
                  eventId={part.eventId ?? null}
                  onChange={(eventId) =>
                    change(at, { kind: part.kind, ...(eventId !== null && { eventId }) })
                  }
                />
              )}
            </div>
            {parts.length > least ? (
              <button
                type="button"
                aria-label={`Remove ${one} ${at + 1}`}
                onClick={() => onChange(parts.filter((_, index) => index !== at))}
                className="grid size-11 place-items-center rounded-md text-muted hover:text-ink"
              >
                <X aria-hidden size={20} />
              </button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      {parts.length < mostParts && (
        <Button
          variant="quiet"
          className="mt-1 px-0! text-small!"
          onClick={() => onChange([...parts, blank])}
        >
          <Plus aria-hidden size={17} />
          {add}
        </Button>
      )}
    </fieldset>
  )
}

type KindChoiceProps = {
  part: { kind: AudienceKind; eventId?: number | undefined }
  kinds: readonly AudienceKind[]
  onChange: (kind: AudienceKind) => void
}

/** Select element for one group of recipients; each option shows its number of people. */
function KindChoice({ part, kinds, onChange }: KindChoiceProps) {
  const counted = useQuery(audiencesOf(part.eventId)).data?.audiences
  const countOfKind = (kind: AudienceKind) => counted?.find((one) => one.kind === kind)?.count
  return (
    <FilterField label="Group">
      {(control) => (
        <select
          {...control}
          value={part.kind}
          onChange={({ target }) => onChange(target.value as AudienceKind)}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
              {countOfKind(kind) !== undefined &&
                ` (${countOfKind(kind)?.toLocaleString('en-GB')})`}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  )
}

/** Shows a description and the number of recipients, and a button that opens their list. */
function AudienceSummary({ draft, titles }: Pick<AudienceFieldProps, 'draft' | 'titles'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { topic } = draft
  const audience = useDebounced(audienceOf(draft))
  const isKnown = isWhole(audience)
  const asked = { enabled: isKnown, placeholderData: keepPreviousData, staleTime: 0 }
  const count = useQuery({ ...countOf({ audience, topic: 'event' }), ...asked })
  const news = useQuery({
    ...countOf({ audience, topic: 'news' }),
    ...asked,
    enabled: isKnown && topic === 'news',
  })
  return (
    <div className="rounded-md border border-line bg-raised px-4 py-3">
      <output className="block wrap-anywhere">
        {!isKnown && <span>Choose an event to see the number of recipients.</span>}
        {isKnown && count.error && <span>The recipients could not be counted.</span>}
        {isKnown && !count.error && count.data && (
          <>{`Everyone who ${describeAudienceCount(audience, count.data.count, titles.titleOf)}`}</>
        )}
        {isKnown && !count.error && !count.data && <span>Counting...</span>}
      </output>
      {topic === 'news' && (
        <output className="mt-1 block text-small text-muted">
          {news.data && isKnown
            ? `Newsletters go only to people who agreed to updates: ${writePeople(news.data.count)}.`
            : 'Newsletters go only to people who agreed to updates.'}
        </output>
      )}
      {isKnown && (
        <Button variant="quiet" className="px-0! text-small!" onClick={() => setIsOpen(true)}>
          See the recipients
        </Button>
      )}
      {isOpen && (
        <AudiencePeople audience={audience} topic={topic} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}
