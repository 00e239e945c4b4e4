import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
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
import { formQuestionsOf, kindNames, useReplaceQuestions } from './form-question-queries.ts'

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
  const questions = list.data ?? []
  const moving = useReplaceQuestions(eventId)

  function move(at: number, places: -1 | 1) {
    const moved = [...questions]
    const [one] = moved.splice(at, 1)
    moved.splice(at + places, 0, one!)
    moving.mutate(moved, {
      onSuccess: () => showToast({ title: 'Order saved' }),
      onError: (error) =>
        showFailure(
          'Order not saved',
          serverMessage(error) ?? 'Please check your connection and try again.',
        ),
    })
  }

  return (
    <section aria-labelledby="form-questions" className="mt-12 max-w-3xl">
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
            <Button className={compact} onClick={() => setOpened({ dialog: 'edit' })}>
              Add question
            </Button>
          )}
        </ForRole>
      </div>
      <p className="mt-2 text-muted">
        {eventId === null
          ? 'Questions for everyone who registers for an event, up to 10. Each event can add its own.'
          : 'Questions for everyone who registers for this event, up to 10. Questions for every event are under Settings › Event defaults.'}
      </p>
      <NotLoaded query={list} message="The questions could not be loaded." skeleton="mt-5 h-20" />
      {list.data && questions.length === 0 && <p className="mt-5">No questions yet.</p>}
      {questions.length > 0 && (
        <Card className="mt-5">
          <ol aria-label="Registration form questions">
            {questions.map((question, at) => (
              <QuestionLine
                key={question.id}
                question={question}
                isFirst={at === 0}
                isLast={at === questions.length - 1}
                isMoving={moving.isPending}
                onMove={(places) => move(at, places)}
                onOpen={(dialog) => setOpened({ dialog, question })}
              />
            ))}
          </ol>
        </Card>
      )}
      {opened?.dialog === 'edit' && (
        <QuestionDialog {...{ eventId, questions }} question={opened.question} onClose={close} />
      )}
      {opened?.dialog === 'remove' && (
        <RemoveDialog
          {...{ eventId, questions }}
          question={opened.question}
          onClose={close}
          onRemoved={() => heading.current?.focus()}
        />
      )}
    </section>
  )
}

type QuestionLineProps = {
  question: FormQuestion
  isFirst: boolean
  isLast: boolean
  isMoving: boolean
  onMove: (places: -1 | 1) => void
  onOpen: (dialog: 'edit' | 'remove') => void
}

function QuestionLine({ question, isFirst, isLast, isMoving, onMove, onOpen }: QuestionLineProps) {
  const { kind, label, options, isRequired } = question
  return (
    <li
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0 sm:px-5"
    >
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold wrap-anywhere">{label}</bdi>
          {isRequired && <Badge>Required</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-muted">
          {kindNames[kind]}
          {options && <span>{`: ${options.join(', ')}`}</span>}
        </p>
      </div>
      <ForRole needs="editor">
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="secondary"
            className={compact}
            aria-label={`Move up: ${label}`}
            disabled={isFirst || isMoving}
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden size={16} />
          </Button>
          <Button
            variant="secondary"
            className={compact}
            aria-label={`Move down: ${label}`}
            disabled={isLast || isMoving}
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden size={16} />
          </Button>
          <Button
            variant="secondary"
            className={compact}
            aria-label={`Change ${label}`}
            onClick={() => onOpen('edit')}
          >
            Change
          </Button>
          <Button
            variant="secondary"
            className={compact}
            aria-label={`Remove ${label}`}
            onClick={() => onOpen('remove')}
          >
            Remove
          </Button>
        </div>
      </ForRole>
    </li>
  )
}
