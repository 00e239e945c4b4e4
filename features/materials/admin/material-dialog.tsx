import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, CallError, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { fieldBox, FieldFrame } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { largestFile, materialLimits, type AdminMaterial } from '#features/materials/contract.ts'
import { audienceLabels, momentLabels } from './material-labels.ts'
import { materialsOf } from './material-queries.ts'

const mega = 1024 * 1024

type Values = {
  title: string
  url: string
  file: FileList | null
  visibleTo: AdminMaterial['visibleTo']
  visibleFrom: AdminMaterial['visibleFrom']
}
type MaterialDialogProps = {
  eventId: number
  kind: AdminMaterial['kind']
  /** True if the event is over. A material for "after the event" is then visible immediately. */
  isOver: boolean
  onClose: () => void
}

async function send(eventId: number, kind: AdminMaterial['kind'], { file, ...fields }: Values) {
  if (kind === 'link') {
    const body = { kind, ...fields }
    return call('POST /api/admin/events/:id/materials', { params: { id: eventId }, body })
  }
  const { url: _, ...rest } = fields
  const form = new FormData()
  for (const [name, value] of Object.entries({ kind, ...rest })) form.append(name, value)
  if (file?.[0]) form.append('file', file[0])
  return sendFile(eventId, form)
}

/** Sends a file with its fields as `multipart/form-data`. Throws CallError if the server refuses it. */
async function sendFile(eventId: number, form: FormData): Promise<AdminMaterial> {
  const response = await fetch(`/api/admin/events/${eventId}/materials`, {
    method: 'POST',
    credentials: 'include',
    body: form,
  })
  if (!response.ok) {
    const { status, statusText, headers } = response
    throw new CallError(status, await response.text(), statusText, headers.get('refusal-code'))
  }
  return (await response.json()) as AdminMaterial
}

/** Dialog that adds a link or a file to an event. */
export function MaterialDialog({ eventId, kind, isOver, onClose }: MaterialDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    defaultValues: {
      title: '',
      url: '',
      file: null,
      visibleTo: 'everybody',
      visibleFrom: isOver ? 'now' : 'end',
    },
  })
  const { errors } = form.formState
  const adding = useMutation({
    mutationFn: (values: Values) => send(eventId, kind, values),
    onSuccess(added) {
      showToast({ title: kind === 'link' ? 'Link Added' : 'File Added', description: added.title })
      void queryClient.invalidateQueries({ queryKey: materialsOf(eventId).queryKey })
      onClose()
    },
    onError(error) {
      showMistakes(form, wrongFields(error) as { field: keyof Values; message: string }[])
    },
  })
  return (
    <Dialog title={kind === 'link' ? 'Add link' : 'Add file'} onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          className="mt-6 grid gap-5"
          onSubmit={(submit) => void form.handleSubmit((values) => adding.mutate(values))(submit)}
        >
          {kind === 'link' ? (
            <FormField
              name="url"
              label="Link"
              type="url"
              required
              data-autofocus
              autoComplete="off"
              placeholder="https://"
              maxLength={materialLimits.url}
            />
          ) : (
            <FieldFrame
              label="File"
              description={`Up to ${largestFile / mega} MB. PDF files and pictures open in the browser, others are downloaded.`}
              id={undefined}
              required
              className=""
              error={errors.file?.message}
            >
              {(framed) => (
                <input
                  type="file"
                  {...form.register('file', { validate: checkFile })}
                  {...framed}
                  data-autofocus
                  className={`${fieldBox} py-2.5`}
                />
              )}
            </FieldFrame>
          )}
          <FormField
            name="title"
            label="Title"
            required={kind === 'link'}
            {...(kind === 'file' && { description: 'Default: the name of the file.' })}
            autoComplete="off"
            placeholder="e.g. Slides"
            maxLength={materialLimits.title}
          />
          <Choice name="visibleTo" label="Visible to" labels={audienceLabels} />
          <Choice name="visibleFrom" label="Visible from" labels={momentLabels} />
          <DialogFormEnd
            sending={adding}
            isAtField={wrongFields(adding.error).length > 0}
            button={
              kind === 'link'
                ? { idle: 'Add link', pending: 'Adding...' }
                : { idle: 'Add file', pending: 'Uploading...' }
            }
            onClose={onClose}
          />
        </form>
      </FormProvider>
    </Dialog>
  )
}

type ChoiceProps = {
  name: 'visibleTo' | 'visibleFrom'
  label: string
  labels: Record<string, string>
}

function Choice({ name, label, labels }: ChoiceProps) {
  const { register, formState } = useFormContext<Values>()
  const error = formState.errors[name]?.message
  return (
    <FieldFrame id={undefined} required className="" {...{ label, error }}>
      {(framed) => (
        <select {...register(name)} {...framed} className={`${fieldBox} h-12`}>
          {Object.entries(labels).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

function checkFile(files: FileList | null) {
  const file = files?.[0]
  if (!file) return 'Choose a file'
  return file.size <= largestFile || `The file is larger than ${largestFile / mega} MB`
}

type RemoveMaterialDialogProps = {
  eventId: number
  material: AdminMaterial
  onClose: () => void
}

/** Dialog that confirms the deletion of a link or file. */
export function RemoveMaterialDialog({ eventId, material, onClose }: RemoveMaterialDialogProps) {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/events/:id/materials/:materialId', {
        params: { id: eventId, materialId: material.id },
      }),
    onSuccess() {
      onClose()
      showToast({
        title: material.kind === 'link' ? 'Link Deleted' : 'File Deleted',
        description: material.title,
      })
      setTimeout(() => document.getElementById('materials-heading')?.focus())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: materialsOf(eventId).queryKey }),
  })
  return (
    <RemovalDialog
      title={`Delete “${material.title}”?`}
      label={material.kind === 'link' ? 'Delete link' : 'Delete file'}
      stay="Go back"
      {...{ removal, onClose }}
    >
      {`“${material.title}” disappears from the event’s page and the library, and links in sent emails stop working. This can’t be undone.`}
    </RemovalDialog>
  )
}
