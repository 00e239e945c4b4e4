import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Topic } from '#shared/messages.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { type Mine, mine } from './my-queries.ts'

const words: Record<Topic, { label: string; description: string }> = {
  news: { label: 'News', description: 'New recordings and what comes next.' },
  reminders: {
    label: 'Reminders',
    description: 'A day and an hour before what you registered for.',
  },
}

/** Which topics of mail one gets; each box is saved as it is pressed. */
export function AccountTopics({ topics }: { topics: Mine['topics'] }) {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(topics)
  const change = useMutation({
    mutationFn: (wanted: Partial<Mine['topics']>) => call('PUT /api/me/topics', { body: wanted }),
    onSuccess(saved) {
      queryClient.setQueryData(mine.queryKey, (before) => before && { ...before, ...saved })
      showToast({ title: 'Saved', description: 'It holds from the next mail on.' })
    },
    onError(error) {
      setShown(topics)
      showToast({
        title: 'Not saved',
        description: serverMessage(error) ?? 'Please check your connection and try again.',
        variant: 'destructive',
      })
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
