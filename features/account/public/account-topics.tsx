import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessage } from '#client/api/call.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { Topic } from '#kernel/values.ts'
import { accountQuery, type OwnAccount } from './account-query.ts'

const words: Record<Topic, { label: string; description: string }> = {
  news: { label: 'News', description: 'New recordings and what comes next.' },
  reminders: {
    label: 'Reminders',
    description: 'A day and an hour before what you registered for.',
  },
}

/** Renders a checkbox for each topic of mail; a change is saved immediately. */
export function AccountTopics({ topics }: { topics: OwnAccount['topics'] }) {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(topics)
  const change = useMutation({
    mutationFn: (wanted: Partial<OwnAccount['topics']>) =>
      call('PUT /api/me/topics', { body: wanted }),
    onSuccess(saved) {
      queryClient.setQueryData(accountQuery.queryKey, (before) => before && { ...before, ...saved })
      showToast({ title: 'Saved', description: 'It holds from the next mail on.' })
    },
    onError(error) {
      setShown(topics)
      showFailure(
        'Not saved',
        serverMessage(error) ?? 'Please check your connection and try again.',
      )
    },
  })
  return (
    <fieldset>
      <legend className="sr-only">Topics</legend>
      {(Object.keys(words) as Topic[]).map((topic) => (
        <Checkbox
          key={topic}
          {...words[topic]}
          checked={shown[topic]}
          onChange={({ target }) => {
            if (change.isPending) return
            setShown({ ...shown, [topic]: target.checked })
            change.mutate({ [topic]: target.checked })
          }}
        />
      ))}
      <p className="mt-2 text-small text-muted">
        What answers something you did, such as the confirmation of a seat, comes in any case.
      </p>
    </fieldset>
  )
}
