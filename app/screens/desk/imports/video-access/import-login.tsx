import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { adminLoginForm } from '#shared/contract/session.ts'
import { AdminDoor } from '#app/screens/desk/parts/admin-door.tsx'
import { useAdminLogin } from '#app/screens/desk/parts/use-admin-login.ts'
import { FormField } from '#app/components/form-field.tsx'
import { Button } from '#app/ui/button.tsx'

/** This page has texts of its own. Specification, "Imports and export". */
const toasts = {
  welcome: 'You now have admin access to the bulk import system',
  refused: 'Invalid admin credentials. Please try again.',
}

/** Username and password before the import. Specification, "Imports and export". */
export function ImportLogin() {
  const form = useForm({
    resolver: zodResolver(adminLoginForm),
    defaultValues: { username: '', password: '' },
  })
  const login = useAdminLogin(toasts)
  return (
    <AdminDoor>
      <div className="w-full max-w-md rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10">
        <h1 className="text-heading">Admin Login Required</h1>
        <p className="mt-3 text-muted">Only administrators may import people.</p>
        <FormProvider {...form}>
          <form
            noValidate
            className="mt-7 grid gap-5"
            onSubmit={(submit) =>
              void form.handleSubmit((credentials) => login.mutate(credentials))(submit)
            }
          >
            <FormField
              name="username"
              label="Username"
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <FormField
              name="password"
              label="Password"
              type="password"
              required
              autoComplete="current-password"
            />
            <Button type="submit" size="large" pending={login.isPending}>
              {login.isPending ? 'Logging in...' : 'Login'}
            </Button>
          </form>
        </FormProvider>
      </div>
    </AdminDoor>
  )
}
