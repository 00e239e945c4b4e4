import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { call, refusedWith } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

type SettingButtonProps = {
  setting: { area: SettingArea; field: SettingField; value: string }
  label: string
  variant?: ComponentProps<typeof Button>['variant']
  onSaved: () => void
}

/** A button that saves one setting. Asks for the administrator's password if it was last entered too long ago. */
export function SettingButton({ setting, label, variant, onSaved }: SettingButtonProps) {
  const { area, field, value } = setting
  const queryClient = useQueryClient()
  const { asksFor, prompt } = usePasswordPrompt()
  const saving = useMutation({
    mutationFn: () =>
      call('PUT /api/admin/settings/:area', { params: { area }, body: { [field]: value } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: settings.queryKey })
      onSaved()
    },
    onError: (error) => void asksFor(error, () => saving.mutate()),
  })
  const problem = refusedWith(saving.error, 'password_needed') ? null : saving.error
  return (
    <>
      <Button
        className="mt-6"
        variant={variant}
        pending={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {label}
      </Button>
      <div aria-live="polite">
        {problem && (
          <p role="alert" className="mt-3 text-small font-medium text-danger">
            {explainSave(problem)}
          </p>
        )}
      </div>
      {prompt}
    </>
  )
}
