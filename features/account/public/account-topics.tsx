import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessage } from '#client/api/call.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { Topic } from '#kernel/values.ts'
import { accountQuery, type OwnAccount } from './account-query.ts'

const words: Record<Topic, { label: string; description: string }> = {
  news: { label: 'News', description: 'New recordings and upcoming events.' },
  reminders: {
    label: 'Reminders',
    description: 'Before each event that you registered for.',
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
      showToast({ title: 'Email preferences saved' })
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
        We always send confirmations and links that you request.
      </p>
    </fieldset>
  )
}
