import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useFormContext } from 'react-hook-form'
import { call } from '#client/api/call.ts'
import { Choices } from '#client/ui/choices.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { type AdministratorRow, roleForm } from '#features/administrators/contract.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import type { AdministratorRole } from '#kernel/administrator-roles.ts'
import { PasswordDialog, PresentPassword } from './password-dialog.tsx'
import { roleChoices, roleNames } from './role-choices.ts'

/** Renders the choice of a role, as field `role` of the surrounding form. */
export function RoleField() {
  const { register } = useFormContext<{ role: AdministratorRole }>()
  return <Choices legend="Role" choices={roleChoices} inputOf={() => register('role')} />
}

/** Renders the dialog that changes an administrator's role; administrators may change their own. */
export function ChangeRoleDialog({ row, onClose }: { row: AdministratorRow; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(roleForm),
    defaultValues: { role: row.role, presentPassword: '' },
  })
  return (
    <PasswordDialog
      title={row.isSelf ? 'Change your own role' : `Change the role of ${row.username}`}
      description="The role applies at once, also to API keys that this administrator created."
      form={form}
      send={(body) =>
        call('PATCH /api/admin/administrators/:administratorId', {
          params: { administratorId: row.id },
          body,
        })
      }
      onSent={({ role }) => {
        showToast({
          title: 'Role Changed',
          description: `${row.username} has the role ${roleNames[role]} now.`,
        })
        if (row.isSelf) void queryClient.invalidateQueries({ queryKey: authStatusKey })
      }}
      button={{ idle: 'Change role', pending: 'Changing...' }}
      onClose={onClose}
    >
      {(type) => (
        <>
          <RoleField />
          <PresentPassword
            label="Your password"
            description="The password of your own account, as confirmation."
            type={type}
          />
        </>
      )}
    </PasswordDialog>
  )
}
