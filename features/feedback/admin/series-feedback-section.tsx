import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { call } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { SeriesFeedback } from '#features/feedback/contract.ts'
import { seriesFeedback } from './feedback-queries.ts'
import { findMistake, QuestionFields } from './question-fields.tsx'

/** Renders the question that attendees of every event get by mail. */
export function SeriesFeedbackSection() {
  const query = useQuery({ ...seriesFeedback, staleTime: 0 })
  return (
    <section aria-labelledby="feedback" className="mt-10 max-w-3xl border-t border-line pt-8">
      <h2 id="feedback" className="text-subheading">
        Question after an event
      </h2>
      <p className="mt-1.5 max-w-reading text-muted">
        Everyone who attended gets one email with this question and a field for a comment.
      </p>
      <NotLoaded query={query} message="The question could not be loaded." skeleton="mt-5 h-64" />
      {query.data && query.isFetchedAfterMount && <SeriesForm stored={query.data} />}
    </section>
  )
}

function SeriesForm({ stored }: { stored: SeriesFeedback }) {
  const queryClient = useQueryClient()
  const [isOn, setIsOn] = useState(stored.isOn)
  const [typed, setTyped] = useState({ ...stored, minutes: String(stored.minutes) })
  const [mistake, setMistake] = useState<string>()
  const saving = useMutation({
    mutationFn: () => {
      const { question, options, minutes } = typed
      const body = { isOn, question, options, minutes: Number(minutes) }
      return call('PUT /api/admin/feedback', { body })
    },
    onSuccess(saved) {
      queryClient.setQueryData(seriesFeedback.queryKey, saved)
      showToast({ title: 'Question Saved' })
    },
  })
  return (
    <form
      noValidate
      aria-labelledby="feedback"
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const found = findMistake(typed)
        setMistake(found)
        if (!found) saving.mutate()
      }}
    >
      <Checkbox
        label="Send the question"
        description="To attendees of events that end from now on. You can leave it out for single events."
        checked={isOn}
        onChange={({ target }) => setIsOn(target.checked)}
      />
      <QuestionFields typed={typed} onChange={(changed) => setTyped({ ...typed, ...changed })} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" pending={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save question'}
        </Button>
        <p role="alert" className="text-small font-semibold text-danger">
          {mistake ?? (saving.error ? explainSave(saving.error) : '')}
        </p>
      </div>
    </form>
  )
}
