import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { useHasRole } from '#client/admin/for-role.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { EventAnswers } from '#features/feedback/contract.ts'
import { feedbackLimits, normaliseQuote } from '#features/feedback/rules.ts'

type Answer = EventAnswers['answers'][number]

const permissions = {
  with_name: 'May be quoted with the name.',
  without_name: 'May be quoted without the name.',
}

/** Renders whether a comment may be quoted, its testimonial, and the buttons to publish or remove it. */
export function AnswerQuote({ answer }: { answer: Answer }) {
  const mayEdit = useHasRole('editor')
  const [dialog, setDialog] = useState<'publish' | 'remove' | null>(null)
  const { quote, testimonial } = answer
  if (quote === 'none') return null
  const close = () => setDialog(null)
  return (
    <>
      <p className="mt-2 text-muted wrap-anywhere">
        {testimonial ? (
          <>
            On the site: “<bdi>{testimonial.quote}</bdi>”
          </>
        ) : (
          permissions[quote]
        )}
      </p>
      {mayEdit && (
        <div className="mt-2 flex flex-wrap gap-2.5">
          <Button
            variant="secondary"
            className="px-4! text-small!"
            onClick={() => setDialog('publish')}
          >
            {testimonial ? 'Edit testimonial' : 'Make a testimonial'}
          </Button>
          {testimonial && (
            <Button variant="quiet" className="text-small!" onClick={() => setDialog('remove')}>
              Remove testimonial
            </Button>
          )}
        </div>
      )}
      {dialog === 'publish' && <PublishDialog answer={answer} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog answer={answer} onClose={close} />}
    </>
  )
}

type DialogProps = { answer: Answer; onClose: () => void }

function PublishDialog({ answer, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const { id, updatedAt, quote, testimonial } = answer
  const comment = normaliseQuote(answer.text)
  const [typed, setTyped] = useState(testimonial?.quote ?? comment)
  const publishing = useMutation({
    mutationFn: () =>
      call('PUT /api/admin/answers/:id/quote', {
        params: { id },
        body: { quote: typed, updatedAt },
      }),
    onSuccess() {
      void queryClient.invalidateQueries()
      showToast({ title: 'Testimonial Published' })
      onClose()
    },
  })
  const [wrong] = wrongFields(publishing.error)
  const left = feedbackLimits.quote - typed.trim().length
  return (
    <Dialog title="Make a testimonial" onClose={onClose}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          publishing.mutate()
        }}
      >
        <blockquote
          dir="auto"
          className="border-l-2 border-line-strong pl-4 text-small wrap-anywhere"
        >
          {comment}
        </blockquote>
        <TextArea
          label="Quote"
          required
          description="To shorten it, replace words by …"
          hint={left < 0 && `${-left} characters too long`}
          error={wrong?.message}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            publishing.reset()
          }}
        />
        {quote === 'with_name' ? (
          <p>
            The home page shows it with the name <bdi className="font-semibold">{answer.name}</bdi>.
          </p>
        ) : (
          <p>The home page shows it without a name.</p>
        )}
        <p className="text-muted">The author gets an email with a link to withdraw the quote.</p>
        <DialogFormEnd
          sending={publishing}
          isAtField={wrong !== undefined}
          button={{ idle: 'Publish testimonial', pending: 'Publishing...' }}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

function RemoveDialog({ answer, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/answers/:id/quote', { params: { id: answer.id } }),
    onSuccess() {
      void queryClient.invalidateQueries()
      showToast({ title: 'Testimonial Removed' })
      onClose()
    },
  })
  return (
    <RemovalDialog
      title="Remove this testimonial?"
      removal={removal}
      label="Remove testimonial"
      stay="Go back"
      onClose={onClose}
    >
      The home page no longer shows it. You can publish it again.
    </RemovalDialog>
  )
}
