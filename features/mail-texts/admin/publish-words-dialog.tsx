import { useMutation, useQuery } from '@tanstack/react-query'
import { PublishForm } from '#client/admin/publish-form.tsx'
import { call } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import { mailTexts, useRefetch } from './mail-text-queries.ts'

/**
 * Dialog that publishes drafted mail texts: lists the kinds of mail that change, and asks for a note for the
 * history.
 */
export function PublishWordsDialog({ onClose }: { onClose: () => void }) {
  const readAnew = useRefetch()
  const read = useQuery({ ...mailTexts, refetchOnMount: 'always' })
  // Ignore a cached response: texts may have been saved since.
  const data = read.isFetchedAfterMount ? read.data : undefined
  const changed = data?.kinds.filter(({ unpublished }) => unpublished.length > 0)
  const publish = useMutation({
    mutationFn: (body: { version: number; note: string }) =>
      call('POST /api/admin/mail-texts/publish', { body }),
    async onSuccess() {
      await readAnew()
      onClose()
      showToast({ title: 'Wording Published', description: 'New emails use it.' })
    },
    // The publication failed, probably because another administrator saved. Fetch the new draft, so that the dialog
    // shows its changes before the button can be pressed again.
    onError: () => void readAnew(),
  })
  return (
    <Dialog
      title="Publish the email wording?"
      description={
        changed &&
        (changed.length === 0
          ? 'There are no unpublished changes.'
          : 'These emails change, including emails that wait to be sent:')
      }
      onClose={onClose}
    >
      <NotLoaded
        query={{ ...read, data }}
        message="The email wording could not be loaded. Please try again."
        skeleton="mt-3 h-48"
      />
      {changed && changed.length > 0 && (
        <ul className="mt-3 list-disc pl-5 font-semibold">
          {changed.map(({ kind }) => (
            <li key={kind}>{mailNames[kind]}</li>
          ))}
        </ul>
      )}
      {data && (
        <PublishForm
          noteIsFor="Only administrators see this note."
          sending={publish}
          onPublish={(note) => publish.mutate({ version: data.version, note })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
