import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { settings } from '#features/settings/admin/settings-query.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

type Setting = { area: SettingArea; field: SettingField; value: string }

/** Sets one setting by a press; `prompt` asks for the password where it was typed too long ago. */
export function useSaveSetting(onSaved: () => void) {
  const queryClient = useQueryClient()
  const { asksFor, prompt } = usePasswordPrompt()
  const saving = useMutation({
    mutationFn: ({ area, field, value }: Setting) =>
      call('PUT /api/admin/settings/:area', { params: { area }, body: { [field]: value } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: settings.queryKey })
      onSaved()
    },
    onError: (error, setting) => void asksFor(error, () => saving.mutate(setting)),
  })
  return { saving, prompt }
}
