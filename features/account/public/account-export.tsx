import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessage } from '#client/api/call.ts'
import { forgetStoredEmail } from '#client/forms/stored-email.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { authStatusKey } from '#features/sign-in/public/session.ts'

type AccountExportProps = { email: string; onErased: () => void }

/** Renders the buttons with which a person downloads all data about them, or erases it. */
export function AccountExport({ email, onErased }: AccountExportProps) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="secondary" href="/api/me/export" download="my-data.json">
          Download my data
        </ButtonLink>
        <Button variant="danger" onClick={() => setIsAsked(true)}>
          Delete my data
        </Button>
      </div>
      {isAsked && <EraseDialog {...{ email, onErased }} onClose={() => setIsAsked(false)} />}
    </>
  )
}

function EraseDialog({ email, onErased, onClose }: AccountExportProps & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const erase = useMutation({
    mutationFn: () => call('DELETE /api/me'),
    onSuccess() {
      forgetStoredEmail()
      onErased()
      queryClient.removeQueries()
      void queryClient.invalidateQueries({ queryKey: authStatusKey })
    },
  })
  return (
    <Dialog title="Delete your data?" description={email} onClose={onClose}>
      <div className="mt-5 grid gap-3">
        <p>
          We cancel your registrations, end your access to the library and delete everything stored
          about you: emails, watch history and consents.
        </p>
        <p className="font-semibold">This cannot be undone.</p>
      </div>
      {erase.isError && (
        <p role="alert" className="mt-5 text-danger">
          {serverMessage(erase.error) ?? 'Please check your connection and try again.'}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="danger" pending={erase.isPending} onClick={() => erase.mutate()}>
          {erase.isPending ? 'Deleting...' : 'Delete everything'}
        </Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
