import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import type { SettingArea } from '#kernel/live-settings.ts'
import { settings } from './settings-query.ts'
import { typedByArea, type Typed } from './typed-settings.ts'

type Given = {
  onSaved: (() => void) | undefined
  onTried: (() => void) | undefined
  /** Focuses the first invalid field. */
  focusField: (name: string) => void
}

/** Returns the state of an area's form: the typed values, and the functions that change, save and test them. */
export function useSettingsForm(area: SettingArea, { onSaved, onTried, focusField }: Given) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Typed>(() => typedByArea.get(area) ?? {})
  const { asksFor, prompt } = usePasswordPrompt()

  function keep(next: Typed) {
    typedByArea.set(area, next)
    setTyped(next)
  }

  function take(error: unknown, repeat: () => void) {
    const [wrong] = wrongFields(error)
    if (wrong) focusField(wrong.field)
    else asksFor(error, repeat)
  }

  const saving = useMutation({
    mutationFn: () => call('PUT /api/admin/settings/:area', { params: { area }, body: typed }),
    onSuccess(saved) {
      queryClient.setQueryData(settings.queryKey, (before) =>
        before
          ? { ...before, areas: before.areas.map((one) => (one.area === area ? saved : one)) }
          : before,
      )
      keep({})
      trying.reset()
      showToast({ title: 'Settings Saved', description: 'They are in effect now.' })
      // Refetch all queries: many other pages, such as Health, depend on the settings.
      void queryClient.invalidateQueries()
      onSaved?.()
    },
    onError: (error) => take(error, () => saving.mutate()),
  })

  const trying = useMutation({
    mutationFn: (to: string | undefined) =>
      call('POST /api/admin/settings/:area/try', {
        params: { area },
        body: { ...typed, ...(to !== undefined && { to }) },
      }),
    onSuccess: () => onTried?.(),
    onError: (error, to) => take(error, () => trying.mutate(to)),
  })

  const error = saving.error ?? trying.error
  return {
    typed,
    saving,
    trying,
    prompt,
    /** Sets typed values; undefined resets a field to its saved value. */
    type(values: Typed) {
      const entries = Object.entries({ ...typed, ...values })
      keep(Object.fromEntries(entries.filter(([, value]) => value !== undefined)))
      saving.reset()
      trying.reset()
    },
    save() {
      trying.reset()
      if (Object.keys(typed).length > 0) saving.mutate()
      else showToast({ title: 'Nothing Changed', description: 'Everything is already saved.' })
    },
    tryIt(to: string | undefined) {
      saving.reset()
      trying.mutate(to)
    },
    /** Error messages by field; errors about no field are in `failure`. */
    errors: new Map(wrongFields(error).map(({ field, message }) => [field, message])),
    failure:
      error && wrongFields(error).length === 0 && !refusedWith(error, 'password_needed')
        ? explainSave(error)
        : undefined,
  }
}
