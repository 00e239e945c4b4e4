import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chapter } from '#shared/contract/transcripts.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { formatPosition } from '#app/components/format-position.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { showToast } from '#app/ui/toast-store.ts'

type ChaptersFormProps = {
  eventId: number
  chapters: Chapter[]
  onChanged: () => Promise<void>
}

/** Chapters as they stand in a video's description. */
export function ChaptersForm({ eventId, chapters, onChanged }: ChaptersFormProps) {
  const known = chapters.map(({ start, title }) => `${writeStart(start)} ${title}`).join('\n')
  const [text, setText] = useState(known)
  const save = useMutation({
    mutationFn: () =>
      call('PUT /api/admin/events/:id/chapters', { params: { id: eventId }, body: { text } }),
    async onSuccess({ chapters: saved, warnings }) {
      const count = saved.length === 1 ? '1 chapter' : `${saved.length} chapters`
      showToast({ title: 'Chapters saved', description: [`${count}.`, ...warnings].join(' ') })
      await onChanged()
    },
  })
  return (
    <div className="grid gap-3">
      <TextArea
        label="Chapters"
        description="One on each line, such as 00:00 Welcome. Visitors see them on the event's page."
        placeholder={'00:00 Welcome\n04:30 The first customer'}
        spellCheck={false}
        value={text}
        error={save.error ? (serverMessage(save.error) ?? 'They could not be saved.') : undefined}
        onChange={({ target }) => {
          save.reset()
          setText(target.value)
        }}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={save.isPending}
        disabled={text === known}
        onClick={() => save.mutate()}
      >
        {save.isPending ? 'Saving...' : 'Save chapters'}
      </Button>
    </div>
  )
}

function writeStart(start: number) {
  return formatPosition(start).padStart(5, '0')
}
