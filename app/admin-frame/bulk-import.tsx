import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { MetaArgs } from 'react-router'
import { FormField } from '#client/forms/form-field.tsx'
import { submitForm } from '#client/forms/posted-form.tsx'
import { siteOfMatches } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { factorField, useAdminLogin } from '#features/administrators/admin/admin-session.ts'
import { ImportBatches } from '#features/imports/admin/import-batches.tsx'
import { useVideoAccessImport } from '#features/imports/admin/use-video-access-import.ts'
import { VideoAccessForm } from '#features/imports/admin/video-access-form.tsx'
import { adminLoginForm } from '#features/sign-in/contract.ts'
import { AdminCard } from './admin-door.tsx'
import { AdminGate, ForgotPasswordLink } from './admin-gate.tsx'
import { describeImportPage, ImportPage } from './import-page.tsx'

const title = 'Bulk Video Access Import'

export function meta({ matches }: MetaArgs) {
  return describeImportPage(title, siteOfMatches(matches))
}

/** The page that imports lists of people who get access to the video library. */
export default function BulkImport() {
  // Keep the import's state outside of AdminGate, which unmounts the form when the session ends: what the administrator
  // typed survives.
  const importing = useVideoAccessImport()
  return (
    <AdminGate title={title} login={<ImportLogin />}>
      <ImportPage title={title} lead="Gives a list of people access to the recorded interviews.">
        <VideoAccessForm importing={importing} />
        <div className="mt-14">
          <ImportBatches />
        </div>
      </ImportPage>
    </AdminGate>
  )
}

/** Texts of this page, fixed by the product's specification. */
const toasts = {
  welcome: 'You now have admin access to the bulk import system',
  refused: 'Invalid admin credentials. Please try again.',
}

/** The login form of the page that imports people for the video library. */
function ImportLogin() {
  const form = useForm({
    resolver: zodResolver(adminLoginForm),
    defaultValues: { username: '', password: '', factor: undefined },
  })
  const login = useAdminLogin(toasts)
  return (
    <AdminCard title="Admin Login Required">
      <p className="mt-3 text-muted">Only administrators may import people.</p>
      <FormProvider {...form}>
        <form
          noValidate
          className="mt-7 grid gap-5"
          onSubmit={submitForm(form, (credentials) => login.mutate(credentials))}
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
          {login.asksFactor && <FormField {...factorField} />}
          <Button type="submit" size="large" pending={login.isPending}>
            {login.isPending ? 'Logging in...' : 'Login'}
          </Button>
          <ForgotPasswordLink />
        </form>
      </FormProvider>
    </AdminCard>
  )
}
