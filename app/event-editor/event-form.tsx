import { CircleAlert } from 'lucide-react'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  type RefObject,
} from 'react'
import { FormProvider } from 'react-hook-form'
import { useLocation } from 'react-router'
import { DraftGuard } from '#client/admin/draft-guard.tsx'
import { Button } from '#client/ui/button.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { CardPreview } from './card-preview.tsx'
import type { EventDraft, EventDraftKeeper } from './event-draft.ts'
import { EventFields } from './event-fields.tsx'
import { EventProblems } from './event-problems.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { explainEventSave, isAboutFields, isGone } from './save-event.ts'
import { useEventForm, type EventFormState } from './use-event-form.ts'

type EventFormProps = {
  /** The event row as last read from the server; undefined for a new event. */
  event: AdminEvent | undefined
  keeper: EventDraftKeeper
  ref?: Ref<EventFormHandle>
  /** The values with which the form of a new event starts; default: empty. */
  initial?: EventDraft
  onCreated?: (event: AdminEvent) => void
  onDirty: (isDirty: boolean) => void
  /** Further content of the form, below its own fields. */
  children?: ReactNode
}

export type EventFormHandle = {
  /** Bases the form on an event row that was changed outside of the form, and keeps the typed values. */
  rebase: (row: AdminEvent) => void
}

/** The form of an event and the preview of its card. */
export function EventForm(props: EventFormProps) {
  const { event, keeper, initial, ref, onCreated, onDirty, children } = props
  const editor = useEventForm({ event, keeper, initial, onCreated })
  const { form, base, isDirty } = editor
  const fields = useRef<HTMLFormElement>(null)

  useImperativeHandle(ref, () => ({ rebase: (row) => void editor.rebase(row) }))
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  useFieldOfHash(fields)

  return (
    <FormProvider {...form}>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <form
          ref={fields}
          noValidate
          aria-label={base ? 'Edit event' : 'Create event'}
          onSubmit={editor.submit}
          // Keeps a focused field visible above the sticky save bar.
          className="min-w-0 [&_:focus]:scroll-mb-28"
        >
          <EventFields isNew={!base} />
          {children}
          <SaveBar editor={editor} />
        </form>
        <div className="flex min-w-0 flex-col gap-10">
          {base && <EventProblems eventId={base.id} />}
          <CardPreview timeZone={editor.timeZone} />
        </div>
      </div>
      {editor.asked && <SaveDialog title={editor.asked.draft.title} {...editor.asked} />}
      <DraftGuard
        draft={editor}
        title="Another administrator changed this event"
        news={editor.news}
      />
    </FormProvider>
  )
}

/** Maps the endpoint's names of fields to the form's names, where they differ. */
const formFields: Record<string, string> = {
  eventTime: 'start',
  eventEndTime: 'end',
  publishAt: 'publishing',
}

/** Returns the checked radio button of a group, else the first. */
function chosenOf(buttons: RadioNodeList) {
  const all = [...buttons].filter((button) => button instanceof HTMLInputElement)
  return all.find(({ checked }) => checked) ?? all[0]
}

/**
 * Focuses the field that the URL's hash names, such as `#bannerImage`. The list of an event's problems links to
 * fields this way.
 */
function useFieldOfHash(form: RefObject<HTMLFormElement | null>) {
  const location = useLocation()
  useEffect(() => {
    // `location` is a new object after each press of a link, so that pressing the same link again focuses the field
    // again.
    const name = location.hash.slice(1)
    if (name === '') return
    const field = [formFields[name], name]
      .filter((wanted) => wanted !== undefined)
      .map((wanted) => form.current?.elements.namedItem(wanted))
      .map((found) => (found instanceof RadioNodeList ? chosenOf(found) : found))
      .find((found) => found instanceof HTMLElement)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [form, location])
}

/** The sticky bar with the save button and the save state. */
function SaveBar({ editor }: { editor: EventFormState }) {
  const { form, base, isDirty, isSaving, problem } = editor
  const mistakes = Object.values(form.formState.errors).length
  const [resting, pending] = base ? ['Save changes', 'Saving...'] : ['Create event', 'Creating...']
  return (
    <div className="save-bar" data-unsaved={isDirty || undefined}>
      {problem && !(isAboutFields(problem) && mistakes > 0) && (
        <div
          role="alert"
          className="mb-3 flex items-start gap-2 text-small font-medium text-danger"
        >
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          <div>
            <p>{explainEventSave(problem)}</p>
            {isGone(problem) && (
              <Button
                variant="secondary"
                className="mt-2 text-small!"
                onClick={() => editor.makeNew()}
              >
                Save as a new event
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" pending={isSaving}>
          {isSaving ? pending : resting}
        </Button>
        <output className="text-small text-muted">
          {mistakes > 0 && (
            <span className="font-medium text-danger">
              {mistakes === 1 ? '1 field has a mistake' : `${mistakes} fields have mistakes`}
            </span>
          )}
          {mistakes === 0 && base && (isDirty ? 'Unsaved changes' : 'Everything is saved')}
        </output>
      </div>
    </div>
  )
}
