import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, serverMessage, refusedWith, wrongFields } from '#client/api/call.ts'
import { EmailField, FormField } from '#client/forms/form-field.tsx'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { fieldBox, FieldFrame } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { crewForm, type CrewMember, type RecordingApproval } from '#features/crew/contract.ts'
import { crewRoleNames } from '#features/crew/rules.ts'
import { crewRoles, type CrewRole } from '#kernel/values.ts'
import { approvalOf, haveApproved } from './recording-approval.tsx'

type Values = { name: string; email: string; role: CrewRole }
type CrewDialogProps = {
  eventId: number
  /** The crew member to change; undefined to add one. */
  member?: CrewMember
  onClose: () => void
}

/** Returns the server's messages by form field, including that the email is in the crew already. */
function errorsOf(error: unknown) {
  const isKnown = refusedWith(error, 'crew_member_known') !== undefined
  const message = serverMessage(error)
  return isKnown && message ? [{ field: 'email', message }] : wrongFields(error)
}

/** Dialog that adds a crew member, or changes a member's name and role. */
export function CrewDialog({ eventId, member, onClose }: CrewDialogProps) {
  const queryClient = useQueryClient()
  const { name = '', email = '', role = 'guest' } = member ?? {}
  const form = useForm<Values>({
    resolver: zodResolver(crewForm),
    defaultValues: { name, email, role },
  })
  const saving = useMutation({
    mutationFn: (body: Values) =>
      member
        ? call('PATCH /api/admin/crew/:id', {
            params: { id: member.id },
            body: { name: body.name, role: body.role },
          })
        : call('POST /api/admin/events/:id/crew', { params: { id: eventId }, body }),
    onSuccess(saved) {
      showToast(
        member
          ? {
              title: 'Crew Member Updated',
              description: `The link of ${saved.name} stays the same.`,
            }
          : {
              title: 'Added to the Crew',
              description: `${saved.name} will get an email with a link to their page.`,
            },
      )
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/events'] })
      onClose()
    },
    onError(error) {
      showMistakes(form, errorsOf(error) as { field: keyof Values; message: string }[])
    },
  })
  const isAtField = errorsOf(saving.error).length > 0
  return (
    <Dialog
      title={member ? `Change ${member.name}` : 'Add guest or host'}
      description={
        member
          ? 'To change the email, open the person under People.'
          : 'The person gets an email with a link to their own page, which has the questions and the button to join.'
      }
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form
          noValidate
          className="mt-6 grid gap-5"
          onSubmit={(submit) => void form.handleSubmit((values) => saving.mutate(values))(submit)}
        >
          <FormField name="name" label="Name" required data-autofocus autoComplete="off" />
          {!member && <EmailField autoComplete="off" />}
          <FieldFrame
            label="Role"
            id={undefined}
            required
            className=""
            error={form.formState.errors.role?.message}
          >
            {(framed) => (
              <select {...form.register('role')} {...framed} className={`${fieldBox} h-12`}>
                {crewRoles.map((each) => (
                  <option key={each} value={each}>
                    {crewRoleNames[each]}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          <DialogFormEnd
            sending={saving}
            isAtField={isAtField}
            button={{ idle: member ? 'Save' : 'Add', pending: 'Saving...' }}
            onClose={onClose}
          />
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** Returns what removing a guest means for a recording that waits for approval. */
function describeRecording({ state, guests }: RecordingApproval, name: string): string {
  const at = guests.findIndex((guest) => guest.name === name)
  const others = guests.filter((_, index) => index !== at)
  if (state !== 'waiting') return ''
  if (others.length === 0) return 'The recording stays hidden until you release it.'
  if (!haveApproved(others)) return ''
  return guests[at]?.answer
    ? 'The recording stays hidden until you release it, because this guest did not approve it.'
    : 'All other guests approved the recording, so members can watch it at once.'
}

/** Dialog that confirms the removal of a crew member, which invalidates their crew link. */
export function RemoveCrewDialog({ member, onClose }: { member: CrewMember; onClose: () => void }) {
  const { id, eventId, name, role } = member
  const queryClient = useQueryClient()
  const approval = useQuery({ ...approvalOf(eventId), enabled: role === 'guest' }).data
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/crew/:id', { params: { id } }),
    onSuccess() {
      onClose()
      showToast({
        title: 'Removed from the Crew',
        description: `The link of ${name} no longer works.`,
      })
      // Wait until the dialog and the focused button are gone, then focus the heading.
      setTimeout(() => document.getElementById('crew-heading')?.focus())
    },
    // A recording that waited for this guest may be published now.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/api/admin/events'] }),
  })
  return (
    <RemovalDialog
      title={`Remove ${name}?`}
      label="Remove from the crew"
      stay="Go back"
      {...{ removal, onClose }}
    >
      {`The link of ${name} stops working immediately, and ${name} gets no more emails about this event. ${name} is not notified.`}{' '}
      {approval && describeRecording(approval, name)}
    </RemovalDialog>
  )
}
