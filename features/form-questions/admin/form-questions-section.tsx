import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CardRow } from '#client/admin/card-row.tsx'
import { ForRole } from '#client/admin/for-role.tsx'
import { serverMessage } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { formQuestionLimits } from '#features/form-questions/rules.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import { formQuestionsOf, kindNames, useChangeQuestions } from './form-question-queries.ts'

const QuestionDialog = lazyDialog(
  async () => (await import('./form-question-dialog.tsx')).FormQuestionDialog,
)
const RemoveDialog = lazyDialog(
  async () => (await import('./form-question-dialog.tsx')).RemoveQuestionDialog,
)

const compact = 'px-4! text-small!'

type Opened =
  | { dialog: 'edit'; question?: FormQuestion }
  | { dialog: 'remove'; question: FormQuestion }

/**
 * Section of the admin area with the questions that the registration form of an event asks or, with null, that of
 * every event.
 */
export function FormQuestionsSection({ eventId }: { eventId: number | null }) {
  const list = useQuery(formQuestionsOf(eventId))
  const [opened, setOpened] = useState<Opened>()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpened(undefined)
  const questions = list.data?.questions ?? []
  const moving = useChangeQuestions(eventId)

  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#form-questions') heading.current?.focus()
  }, [hash])

  const lines = useRef<HTMLOListElement>(null)
  const moved = useRef<{ id: number; places: -1 | 1 }>(undefined)
  useEffect(() => {
    if (!moved.current || moving.isPending) return
    const { id, places } = moved.current
    moved.current = undefined
    const buttons = `[data-question="${id}"] [data-move]:enabled`
    const [same, other] = [`${buttons}[data-move="${places}"]`, buttons]
    const focused = lines.current?.querySelector(same) ?? lines.current?.querySelector(other)
    if (focused instanceof HTMLElement) focused.focus()
  })

  function move(id: number, places: -1 | 1) {
    if (moving.isPending) return
    moved.current = { id, places }
    moving.mutate((stored) => moveQuestion(stored, id, places), {
      onSuccess: () => showToast({ title: 'Order Saved' }),
      onError: (error) =>
        showFailure(
          'Order Not Saved',
          serverMessage(error) ?? 'Please check your connection and try again.',
        ),
    })
  }

  return (
    <section
      aria-labelledby="form-questions"
      className={`mt-12 ${eventId === null ? 'max-w-3xl' : 'lg:max-w-[calc(100%-27rem)]'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2
          ref={heading}
          id="form-questions"
          tabIndex={-1}
          className="text-subheading outline-none"
        >
          {eventId === null ? 'Registration form' : 'Registration form questions'}
        </h2>
        <ForRole needs="editor">
          {list.data && questions.length < formQuestionLimits.questions && (
            <Button
              variant="secondary"
              className={compact}
              onClick={() => setOpened({ dialog: 'edit' })}
            >
              Add question
            </Button>
          )}
        </ForRole>
      </div>
      <p className="mt-2 text-muted">
        {eventId === null
          ? 'Questions for everyone who registers for an event, up to 10. Each event can add its own. The consent checkbox is under Website › Registration form.'
          : 'Questions for everyone who registers for this event, up to 10. Questions for every event are under Settings › Event defaults.'}
      </p>
      <NotLoaded query={list} message="The questions could not be loaded." skeleton="mt-5 h-20" />
      {list.data && questions.length === 0 && <p className="mt-5">No questions yet.</p>}
      {questions.length > 0 && (
        <Card className="mt-5">
          <ol ref={lines} aria-label="Registration form questions">
            {questions.map((question, at) => (
              <QuestionLine
                key={question.id}
                question={question}
                isFirst={at === 0}
                isLast={at === questions.length - 1}
                onMove={(places) => move(question.id, places)}
                onOpen={(dialog) => setOpened({ dialog, question })}
              />
            ))}
          </ol>
        </Card>
      )}
      {opened?.dialog === 'edit' && (
        <QuestionDialog eventId={eventId} question={opened.question} onClose={close} />
      )}
      {opened?.dialog === 'remove' && (
        <RemoveDialog
          eventId={eventId}
          question={opened.question}
          onClose={close}
          onRemoved={() => heading.current?.focus()}
        />
      )}
    </section>
  )
}

/** Returns the questions with one of them moved; unchanged if another administrator removed it. */
function moveQuestion(stored: FormQuestion[], id: number, places: -1 | 1): FormQuestion[] {
  const at = stored.findIndex((question) => question.id === id)
  if (at < 0) return stored
  return stored.toSpliced(at, 1).toSpliced(Math.max(0, at + places), 0, stored[at]!)
}

type QuestionLineProps = {
  question: FormQuestion
  isFirst: boolean
  isLast: boolean
  onMove: (places: -1 | 1) => void
  onOpen: (dialog: 'edit' | 'remove') => void
}

function QuestionLine({ question, isFirst, isLast, onMove, onOpen }: QuestionLineProps) {
  const { id, kind, label, options, isRequired } = question
  const moveButtons = [
    { places: -1, name: 'Move up', Icon: ArrowUp, isOff: isFirst },
    { places: 1, name: 'Move down', Icon: ArrowDown, isOff: isLast },
  ] as const
  return (
    <CardRow
      data-question={id}
      label={label}
      buttons={
        <>
          {moveButtons.map(({ places, name, Icon, isOff }) => (
            <Button
              key={name}
              variant="secondary"
              className={compact}
              aria-label={`${name}: ${label}`}
              data-move={places}
              disabled={isOff}
              onClick={() => onMove(places)}
            >
              <Icon aria-hidden size={16} />
            </Button>
          ))}
          {(['edit', 'remove'] as const).map((dialog) => (
            <Button
              key={dialog}
              variant="secondary"
              className={compact}
              aria-label={`${dialog === 'edit' ? 'Change' : 'Remove'} ${label}`}
              onClick={() => onOpen(dialog)}
            >
              {dialog === 'edit' ? 'Change' : 'Remove'}
            </Button>
          ))}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{label}</bdi>
        {isRequired && <Badge>Required</Badge>}
      </p>
      <p className="text-small wrap-anywhere text-muted">
        {kindNames[kind]}
        {options && <span>{`: ${options.join(', ')}`}</span>}
      </p>
    </CardRow>
  )
}
